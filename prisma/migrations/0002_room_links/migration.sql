-- Links that open one part of one competition: its stage on another device, or the place of a co-facilitator.

CREATE TABLE "RoomLink" (
    "tokenHash" TEXT NOT NULL,
    "competitionId" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "RoomLink_pkey" PRIMARY KEY ("tokenHash")
);

CREATE INDEX "RoomLink_competitionId_idx" ON "RoomLink"("competitionId");

ALTER TABLE "RoomLink" ADD CONSTRAINT "RoomLink_competitionId_fkey" FOREIGN KEY ("competitionId") REFERENCES "Competition"("id") ON DELETE CASCADE ON UPDATE CASCADE;
