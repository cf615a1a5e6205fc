-- The whole schema of the first version. Kept equal to schema.prisma by tests (catalogue against schema).

CREATE TABLE "Facilitator" (
    "id" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "passwordHash" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Facilitator_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "FacilitatorSession" (
    "idHash" TEXT NOT NULL,
    "facilitatorId" TEXT NOT NULL,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "FacilitatorSession_pkey" PRIMARY KEY ("idHash")
);

CREATE TABLE "FacilitatorInvitation" (
    "tokenHash" TEXT NOT NULL,
    "invitedById" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,
    "usedAt" TIMESTAMPTZ(3),

    CONSTRAINT "FacilitatorInvitation_pkey" PRIMARY KEY ("tokenHash")
);

CREATE TABLE "RateLimit" (
    "key" TEXT NOT NULL,
    "hits" INTEGER NOT NULL,
    "windowEndAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "RateLimit_pkey" PRIMARY KEY ("key")
);

CREATE TABLE "Competition" (
    "id" TEXT NOT NULL,
    "code" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "team" TEXT NOT NULL,
    "challengeSlug" TEXT NOT NULL,
    "challengeVersion" TEXT NOT NULL,
    "challengeHash" TEXT NOT NULL,
    "agent" TEXT NOT NULL,
    "settings" JSONB NOT NULL,
    "round" JSONB NOT NULL,
    "phase" TEXT NOT NULL,
    "dueAt" TIMESTAMPTZ(3),
    "version" INTEGER NOT NULL DEFAULT 0,
    "seq" INTEGER NOT NULL DEFAULT 0,
    "seed" INTEGER NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "finishedAt" TIMESTAMPTZ(3),
    "sample" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "Competition_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "CompetitionFacilitator" (
    "competitionId" TEXT NOT NULL,
    "facilitatorId" TEXT NOT NULL,
    "role" TEXT NOT NULL,
    "addedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "CompetitionFacilitator_pkey" PRIMARY KEY ("competitionId", "facilitatorId")
);

CREATE TABLE "RequirementVersion" (
    "competitionId" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "text" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "RequirementVersion_pkey" PRIMARY KEY ("competitionId", "version")
);

CREATE TABLE "Participant" (
    "id" TEXT NOT NULL,
    "competitionId" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "role" TEXT NOT NULL,
    "recoveryCodeHash" TEXT NOT NULL,
    "joinedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "lastSeenAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "removedAt" TIMESTAMPTZ(3),
    "mergedIntoId" TEXT,

    CONSTRAINT "Participant_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "GuestSession" (
    "tokenHash" TEXT NOT NULL,
    "participantId" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "GuestSession_pkey" PRIMARY KEY ("tokenHash")
);

CREATE TABLE "Clarification" (
    "id" TEXT NOT NULL,
    "competitionId" TEXT NOT NULL,
    "participantId" TEXT,
    "question" TEXT NOT NULL,
    "askedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "answer" TEXT,
    "answeredAt" TIMESTAMPTZ(3),
    "visibility" TEXT NOT NULL DEFAULT 'private',
    "requirementVersion" INTEGER,

    CONSTRAINT "Clarification_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "RoomEvent" (
    "competitionId" TEXT NOT NULL,
    "seq" INTEGER NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "type" TEXT NOT NULL,
    "payload" JSONB NOT NULL,

    CONSTRAINT "RoomEvent_pkey" PRIMARY KEY ("competitionId", "seq")
);

CREATE TABLE "AuditEntry" (
    "id" BIGSERIAL NOT NULL,
    "competitionId" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "actor" TEXT NOT NULL,
    "actorName" TEXT NOT NULL,
    "action" TEXT NOT NULL,
    "reason" TEXT,
    "data" JSONB NOT NULL,

    CONSTRAINT "AuditEntry_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "Entry" (
    "id" TEXT NOT NULL,
    "competitionId" TEXT NOT NULL,
    "participantId" TEXT NOT NULL,
    "alias" TEXT NOT NULL,
    "specText" TEXT NOT NULL DEFAULT '',
    "revision" INTEGER NOT NULL DEFAULT 0,
    "wordCount" INTEGER NOT NULL DEFAULT 0,
    "savedAt" TIMESTAMPTZ(3),
    "specLockedAt" TIMESTAMPTZ(3),
    "specLockedBy" TEXT,
    "specHash" TEXT,
    "decisionsDoneAt" TIMESTAMPTZ(3),
    "predictionsDoneAt" TIMESTAMPTZ(3),
    "reviewDoneAt" TIMESTAMPTZ(3),
    "lock" JSONB,
    "lockHash" TEXT,
    "lockedAt" TIMESTAMPTZ(3),
    "presentingOrder" INTEGER,
    "analysis" JSONB,

    CONSTRAINT "Entry_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "SpecRevision" (
    "entryId" TEXT NOT NULL,
    "revision" INTEGER NOT NULL,
    "editId" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "wordCount" INTEGER NOT NULL,
    "receivedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "late" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "SpecRevision_pkey" PRIMARY KEY ("entryId", "revision")
);

CREATE TABLE "PasteNote" (
    "id" TEXT NOT NULL,
    "entryId" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "characters" INTEGER NOT NULL,
    "selfDeclared" BOOLEAN NOT NULL DEFAULT false,
    "note" TEXT NOT NULL DEFAULT '',

    CONSTRAINT "PasteNote_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "Decision" (
    "entryId" TEXT NOT NULL,
    "choicePointId" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "alternativeId" TEXT,
    "parameters" JSONB NOT NULL,
    "rationale" TEXT NOT NULL DEFAULT '',
    "rejected" TEXT NOT NULL DEFAULT '',
    "confidence" TEXT,
    "spanStart" INTEGER,
    "spanEnd" INTEGER,
    "spanQuote" TEXT,
    "decidedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "Decision_pkey" PRIMARY KEY ("entryId", "choicePointId")
);

CREATE TABLE "Prediction" (
    "id" TEXT NOT NULL,
    "entryId" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "text" TEXT NOT NULL,
    "choicePointId" TEXT,
    "additionId" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Prediction_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "Build" (
    "id" TEXT NOT NULL,
    "entryId" TEXT NOT NULL,
    "attempt" INTEGER NOT NULL,
    "agent" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "outcome" TEXT,
    "summary" TEXT NOT NULL DEFAULT '',
    "queuedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "startedAt" TIMESTAMPTZ(3),
    "finishedAt" TIMESTAMPTZ(3),
    "artifactHash" TEXT,
    "verification" JSONB,
    "usage" JSONB,
    "seq" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "Build_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "BuildStepOutput" (
    "buildId" TEXT NOT NULL,
    "step" TEXT NOT NULL,
    "output" JSONB NOT NULL,
    "startedAt" TIMESTAMPTZ(3) NOT NULL,
    "finishedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "BuildStepOutput_pkey" PRIMARY KEY ("buildId", "step")
);

CREATE TABLE "BuildEvent" (
    "buildId" TEXT NOT NULL,
    "seq" INTEGER NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "type" TEXT NOT NULL,
    "payload" JSONB NOT NULL,

    CONSTRAINT "BuildEvent_pkey" PRIMARY KEY ("buildId", "seq")
);

CREATE TABLE "Addition" (
    "id" TEXT NOT NULL,
    "buildId" TEXT NOT NULL,
    "entryId" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "detail" TEXT NOT NULL,
    "evidence" JSONB NOT NULL,
    "spanStart" INTEGER,
    "spanEnd" INTEGER,
    "spanQuote" TEXT,
    "choicePointId" TEXT,
    "consequence" INTEGER NOT NULL,
    "label" TEXT,
    "link" TEXT,
    "note" TEXT NOT NULL DEFAULT '',
    "labelledAt" TIMESTAMPTZ(3),

    CONSTRAINT "Addition_pkey" PRIMARY KEY ("buildId", "id")
);

CREATE TABLE "Ballot" (
    "competitionId" TEXT NOT NULL,
    "voterId" TEXT NOT NULL,
    "entryId" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "impression" INTEGER,
    "impressionAt" TIMESTAMPTZ(3),
    "rubric" JSONB,
    "rubricAt" TIMESTAMPTZ(3),
    "comment" TEXT NOT NULL DEFAULT '',

    CONSTRAINT "Ballot_pkey" PRIMARY KEY ("voterId", "entryId")
);

CREATE TABLE "Score" (
    "id" TEXT NOT NULL,
    "entryId" TEXT NOT NULL,
    "criterion" TEXT NOT NULL,
    "source" TEXT NOT NULL,
    "judge" TEXT NOT NULL,
    "value" DOUBLE PRECISION NOT NULL,
    "evidence" JSONB NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Score_pkey" PRIMARY KEY ("id")
);

CREATE UNIQUE INDEX "Facilitator_email_key" ON "Facilitator"("email");
CREATE INDEX "FacilitatorSession_facilitatorId_idx" ON "FacilitatorSession"("facilitatorId");
CREATE INDEX "FacilitatorInvitation_invitedById_idx" ON "FacilitatorInvitation"("invitedById");
CREATE UNIQUE INDEX "Competition_code_key" ON "Competition"("code");
CREATE INDEX "Competition_dueAt_idx" ON "Competition"("dueAt");
CREATE INDEX "CompetitionFacilitator_facilitatorId_idx" ON "CompetitionFacilitator"("facilitatorId");
CREATE INDEX "Participant_competitionId_idx" ON "Participant"("competitionId");
CREATE INDEX "Participant_mergedIntoId_idx" ON "Participant"("mergedIntoId");
CREATE INDEX "GuestSession_participantId_idx" ON "GuestSession"("participantId");
CREATE INDEX "Clarification_competitionId_idx" ON "Clarification"("competitionId");
CREATE INDEX "Clarification_participantId_idx" ON "Clarification"("participantId");
CREATE INDEX "AuditEntry_competitionId_idx" ON "AuditEntry"("competitionId");
CREATE UNIQUE INDEX "Entry_participantId_key" ON "Entry"("participantId");
CREATE UNIQUE INDEX "Entry_competitionId_alias_key" ON "Entry"("competitionId", "alias");
CREATE UNIQUE INDEX "SpecRevision_entryId_editId_key" ON "SpecRevision"("entryId", "editId");
CREATE INDEX "PasteNote_entryId_idx" ON "PasteNote"("entryId");
CREATE INDEX "Prediction_entryId_idx" ON "Prediction"("entryId");
CREATE UNIQUE INDEX "Build_entryId_attempt_key" ON "Build"("entryId", "attempt");
CREATE INDEX "Build_status_idx" ON "Build"("status");
CREATE INDEX "Addition_entryId_idx" ON "Addition"("entryId");
CREATE INDEX "Ballot_competitionId_idx" ON "Ballot"("competitionId");
CREATE INDEX "Ballot_entryId_idx" ON "Ballot"("entryId");
CREATE INDEX "Score_entryId_criterion_idx" ON "Score"("entryId", "criterion");

ALTER TABLE "FacilitatorSession" ADD CONSTRAINT "FacilitatorSession_facilitatorId_fkey" FOREIGN KEY ("facilitatorId") REFERENCES "Facilitator"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "FacilitatorInvitation" ADD CONSTRAINT "FacilitatorInvitation_invitedById_fkey" FOREIGN KEY ("invitedById") REFERENCES "Facilitator"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "CompetitionFacilitator" ADD CONSTRAINT "CompetitionFacilitator_competitionId_fkey" FOREIGN KEY ("competitionId") REFERENCES "Competition"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "CompetitionFacilitator" ADD CONSTRAINT "CompetitionFacilitator_facilitatorId_fkey" FOREIGN KEY ("facilitatorId") REFERENCES "Facilitator"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "RequirementVersion" ADD CONSTRAINT "RequirementVersion_competitionId_fkey" FOREIGN KEY ("competitionId") REFERENCES "Competition"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "Participant" ADD CONSTRAINT "Participant_competitionId_fkey" FOREIGN KEY ("competitionId") REFERENCES "Competition"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "Participant" ADD CONSTRAINT "Participant_mergedIntoId_fkey" FOREIGN KEY ("mergedIntoId") REFERENCES "Participant"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "GuestSession" ADD CONSTRAINT "GuestSession_participantId_fkey" FOREIGN KEY ("participantId") REFERENCES "Participant"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "Clarification" ADD CONSTRAINT "Clarification_competitionId_fkey" FOREIGN KEY ("competitionId") REFERENCES "Competition"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "Clarification" ADD CONSTRAINT "Clarification_participantId_fkey" FOREIGN KEY ("participantId") REFERENCES "Participant"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "RoomEvent" ADD CONSTRAINT "RoomEvent_competitionId_fkey" FOREIGN KEY ("competitionId") REFERENCES "Competition"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "AuditEntry" ADD CONSTRAINT "AuditEntry_competitionId_fkey" FOREIGN KEY ("competitionId") REFERENCES "Competition"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "Entry" ADD CONSTRAINT "Entry_competitionId_fkey" FOREIGN KEY ("competitionId") REFERENCES "Competition"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "Entry" ADD CONSTRAINT "Entry_participantId_fkey" FOREIGN KEY ("participantId") REFERENCES "Participant"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "SpecRevision" ADD CONSTRAINT "SpecRevision_entryId_fkey" FOREIGN KEY ("entryId") REFERENCES "Entry"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "PasteNote" ADD CONSTRAINT "PasteNote_entryId_fkey" FOREIGN KEY ("entryId") REFERENCES "Entry"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "Decision" ADD CONSTRAINT "Decision_entryId_fkey" FOREIGN KEY ("entryId") REFERENCES "Entry"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "Prediction" ADD CONSTRAINT "Prediction_entryId_fkey" FOREIGN KEY ("entryId") REFERENCES "Entry"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "Build" ADD CONSTRAINT "Build_entryId_fkey" FOREIGN KEY ("entryId") REFERENCES "Entry"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "BuildStepOutput" ADD CONSTRAINT "BuildStepOutput_buildId_fkey" FOREIGN KEY ("buildId") REFERENCES "Build"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "BuildEvent" ADD CONSTRAINT "BuildEvent_buildId_fkey" FOREIGN KEY ("buildId") REFERENCES "Build"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "Addition" ADD CONSTRAINT "Addition_buildId_fkey" FOREIGN KEY ("buildId") REFERENCES "Build"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "Addition" ADD CONSTRAINT "Addition_entryId_fkey" FOREIGN KEY ("entryId") REFERENCES "Entry"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "Ballot" ADD CONSTRAINT "Ballot_voterId_fkey" FOREIGN KEY ("voterId") REFERENCES "Participant"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "Ballot" ADD CONSTRAINT "Ballot_entryId_fkey" FOREIGN KEY ("entryId") REFERENCES "Entry"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "Score" ADD CONSTRAINT "Score_entryId_fkey" FOREIGN KEY ("entryId") REFERENCES "Entry"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- History is append-only. Rows leave only with the competition they belong to: a cascading delete runs inside the
-- foreign key's own trigger (depth > 1); a direct UPDATE, DELETE or TRUNCATE is refused.
CREATE FUNCTION "refuse_history_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'DELETE' AND pg_trigger_depth() > 1 THEN
        RETURN OLD;
    END IF;
    RAISE EXCEPTION '% is append-only: % refused', TG_TABLE_NAME, TG_OP USING ERRCODE = 'restrict_violation';
END;
$$;

CREATE TRIGGER "AuditEntry_append_only" BEFORE UPDATE OR DELETE ON "AuditEntry" FOR EACH ROW EXECUTE FUNCTION "refuse_history_change"();
CREATE TRIGGER "AuditEntry_no_truncate" BEFORE TRUNCATE ON "AuditEntry" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_history_change"();
CREATE TRIGGER "RoomEvent_append_only" BEFORE UPDATE OR DELETE ON "RoomEvent" FOR EACH ROW EXECUTE FUNCTION "refuse_history_change"();
CREATE TRIGGER "RoomEvent_no_truncate" BEFORE TRUNCATE ON "RoomEvent" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_history_change"();
CREATE TRIGGER "SpecRevision_append_only" BEFORE UPDATE OR DELETE ON "SpecRevision" FOR EACH ROW EXECUTE FUNCTION "refuse_history_change"();
CREATE TRIGGER "SpecRevision_no_truncate" BEFORE TRUNCATE ON "SpecRevision" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_history_change"();
CREATE TRIGGER "BuildEvent_append_only" BEFORE UPDATE OR DELETE ON "BuildEvent" FOR EACH ROW EXECUTE FUNCTION "refuse_history_change"();
CREATE TRIGGER "BuildEvent_no_truncate" BEFORE TRUNCATE ON "BuildEvent" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_history_change"();
