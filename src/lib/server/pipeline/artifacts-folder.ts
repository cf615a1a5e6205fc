// Where collected artifacts lie: one folder per tree hash.
import path from 'node:path';

export const artifactsFolder = (dataDir: string): string => path.join(dataDir, 'artifacts');
