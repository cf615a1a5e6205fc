-- CreateTable
CREATE TABLE "LabelContest" (
    "entryId" TEXT NOT NULL,
    "start" INTEGER NOT NULL,
    "end" INTEGER NOT NULL,
    "text" TEXT NOT NULL,
    "heading" TEXT NOT NULL,
    "given" TEXT NOT NULL,
    "claimed" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "LabelContest_pkey" PRIMARY KEY ("entryId","start","end")
);

-- AddForeignKey
ALTER TABLE "LabelContest" ADD CONSTRAINT "LabelContest_entryId_fkey" FOREIGN KEY ("entryId") REFERENCES "Entry"("id") ON DELETE CASCADE ON UPDATE CASCADE;
