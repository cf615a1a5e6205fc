// `forkpoint export`: a competition's results as files, beside a running server or without one.
import { defineCommand } from 'citty';
import { readSettings } from '../../lib/server/app.ts';
import { createContainer } from '../../lib/server/container.ts';
import { runningDatabaseUrl } from '../../lib/server/db/embedded-postgres.ts';
import { exportCommand } from '../../lib/server/usecases/judging/export-command.ts';
import { EXPORT_FORMATS, type ExportFormat } from '../../lib/server/usecases/judging/export.ts';
import { asCommand, UsageError } from '../command.ts';

export const exportResults = asCommand(
	defineCommand({
		meta: {
			description:
				'Write what the facilitator of a competition may see of it now: results.json, a table, decision records, ' +
				'or everything with a page that opens from the disk. Exits 1 when there is nothing to write.',
		},
		args: {
			competition: { type: 'string', required: true, description: 'Its code', valueHint: 'CODE' },
			format: {
				type: 'string',
				default: 'bundle',
				description: EXPORT_FORMATS.join(', '),
				valueHint: 'FORMAT',
			},
			out: { type: 'string', required: true, description: 'Folder to write into', valueHint: 'DIR' },
			json: { type: 'boolean', description: 'Print the list of files as JSON' },
		},
		async run({ args }) {
			const format = EXPORT_FORMATS.find((known): known is ExportFormat => known === args.format);
			if (!format) throw new UsageError(`There is no format "${args.format}": ${EXPORT_FORMATS.join(', ')}.`);
			const { config } = readSettings(process.env);
			const databaseUrl = config.databaseUrl ?? (await runningDatabaseUrl(config));
			const container = await createContainer({ ...config, databaseUrl, role: 'web', logLevel: 'warn' });
			try {
				const { exitCode, text, files } = await exportCommand(container, {
					...{ code: args.competition, format, out: args.out },
				});
				if (exitCode !== 0) console.error(text);
				else console.log(args.json ? JSON.stringify({ files }) : text);
				return exitCode;
			} finally {
				await container.close();
			}
		},
	}),
);
