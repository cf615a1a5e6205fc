// Reads schema.prisma into the database objects it promises, by PostgreSQL's names for them: the expected side of
// the comparison with a migrated database's catalogue. Knows the subset of the language this schema uses and
// throws on anything else.

export interface SchemaColumn {
	table: string;
	column: string;
	type: string;
	nullable: boolean;
	default: string | null;
}
export interface SchemaIndex {
	table: string;
	name: string;
	kind: 'primary' | 'unique' | 'plain';
	columns: string[];
}
export interface SchemaForeignKey {
	table: string;
	name: string;
	columns: string[];
	references: string;
	referenced: string[];
	onDelete: string;
	onUpdate: string;
}
export interface SchemaObjects {
	tables: string[];
	columns: SchemaColumn[];
	indexes: SchemaIndex[];
	foreignKeys: SchemaForeignKey[];
}

const SCALARS: Record<string, string> = {
	String: 'text',
	Int: 'integer',
	BigInt: 'bigint',
	Float: 'double precision',
	Boolean: 'boolean',
	Json: 'jsonb',
	Bytes: 'bytea',
};
const ACTIONS: Record<string, string> = {
	Cascade: 'CASCADE',
	SetNull: 'SET NULL',
	Restrict: 'RESTRICT',
	NoAction: 'NO ACTION',
};

interface Field {
	name: string;
	type: string;
	optional: boolean;
	list: boolean;
	attributes: string;
}
interface Model {
	table: string;
	fields: Field[];
	blockAttributes: string[];
}

/** Throws an Error naming the line for anything outside the subset. */
export function parsePrismaSchema(source: string): SchemaObjects {
	const models = readModels(source);
	const objects: SchemaObjects = { tables: [], columns: [], indexes: [], foreignKeys: [] };
	for (const model of models.values()) {
		objects.tables.push(model.table);
		for (const field of model.fields) addField(objects, models, model, field);
		for (const line of model.blockAttributes) addBlockAttribute(objects, model, line);
	}
	return objects;
}

function readModels(source: string): Map<string, Model> {
	const models = new Map<string, Model>();
	let current: Model | null = null;
	for (const raw of source.split('\n')) {
		const line = withoutComment(raw).trim();
		const opening = /^model (\w+) \{$/.exec(line);
		if (opening) {
			current = { table: opening[1]!, fields: [], blockAttributes: [] };
			models.set(opening[1]!, current);
		} else if (line === '}') current = null;
		else if (current && line.startsWith('@@')) addBlockLine(current, line);
		else if (current && line !== '') current.fields.push(readField(line));
	}
	return models;
}

function withoutComment(line: string): string {
	const at = line.search(/(^|\s)\/\//);
	return at === -1 ? line : line.slice(0, at);
}

function addBlockLine(model: Model, line: string): void {
	const map = /^@@map\("(\w+)"\)$/.exec(line);
	if (map) model.table = map[1]!;
	else model.blockAttributes.push(line);
}

function readField(line: string): Field {
	const parts = /^(\w+)\s+(\w+)(\?|\[\])?\s*(.*)$/.exec(line);
	if (!parts) throw new Error(`schema.prisma: cannot read field "${line}"`);
	return {
		name: parts[1]!,
		type: parts[2]!,
		optional: parts[3] === '?',
		list: parts[3] === '[]',
		attributes: parts[4]!,
	};
}

function addField(objects: SchemaObjects, models: Map<string, Model>, model: Model, field: Field): void {
	if (models.has(field.type)) {
		addRelation(objects, models, model, field);
		return;
	}
	if (field.list) throw new Error(`schema.prisma: list ${model.table}.${field.name} is not supported`);
	const { table } = model;
	objects.columns.push({
		table,
		column: field.name,
		type: columnType(model, field),
		nullable: field.optional,
		default: columnDefault(model, field),
	});
	if (/@id\b/.test(field.attributes))
		objects.indexes.push({ table, name: `${table}_pkey`, kind: 'primary', columns: [field.name] });
	if (/@unique\b/.test(field.attributes))
		objects.indexes.push({
			table,
			name: `${table}_${field.name}_key`,
			kind: 'unique',
			columns: [field.name],
		});
}

function columnType(model: Model, field: Field): string {
	if (field.type === 'DateTime') {
		const precision = /@db\.Timestamptz\((\d)\)/.exec(field.attributes);
		if (!precision) throw new Error(`schema.prisma: ${model.table}.${field.name} must be @db.Timestamptz(n)`);
		return `timestamp(${precision[1]}) with time zone`;
	}
	const type = SCALARS[field.type];
	if (!type || field.attributes.includes('@db.'))
		throw new Error(`schema.prisma: type of ${model.table}.${field.name} is not supported`);
	return type;
}

function columnDefault(model: Model, field: Field): string | null {
	const given = /@default\((now\(\)|autoincrement\(\)|"[^"]*"|-?[\w.]+)\)/.exec(field.attributes)?.[1];
	if (given === undefined) {
		if (field.attributes.includes('@default'))
			throw new Error(`schema.prisma: default of ${model.table}.${field.name} is not supported`);
		return null;
	}
	if (given === 'now()') return 'CURRENT_TIMESTAMP';
	if (given === 'autoincrement()') return `nextval('"${model.table}_${field.name}_seq"'::regclass)`;
	if (given.startsWith('"')) return `'${given.slice(1, -1)}'::text`;
	return given;
}

function addRelation(objects: SchemaObjects, models: Map<string, Model>, model: Model, field: Field): void {
	const fields = /fields: \[([^\]]+)\]/.exec(field.attributes)?.[1];
	const references = /references: \[([^\]]+)\]/.exec(field.attributes)?.[1];
	if (!fields || !references) return; // the other side holds the key
	const columns = names(fields);
	const onDelete = /onDelete: (\w+)/.exec(field.attributes)?.[1] ?? (field.optional ? 'SetNull' : 'Restrict');
	const onUpdate = /onUpdate: (\w+)/.exec(field.attributes)?.[1] ?? 'Cascade';
	objects.foreignKeys.push({
		table: model.table,
		name: `${model.table}_${columns.join('_')}_fkey`,
		columns,
		references: models.get(field.type)!.table,
		referenced: names(references),
		onDelete: ACTIONS[onDelete]!,
		onUpdate: ACTIONS[onUpdate]!,
	});
}

function addBlockAttribute(objects: SchemaObjects, model: Model, line: string): void {
	const parts = /^@@(id|unique|index)\(\[([\w, ]+)\]\)$/.exec(line);
	if (!parts) throw new Error(`schema.prisma: cannot read "${line}" of ${model.table}`);
	const columns = names(parts[2]!);
	const { table } = model;
	const listed = columns.join('_');
	if (parts[1] === 'id') objects.indexes.push({ table, name: `${table}_pkey`, kind: 'primary', columns });
	if (parts[1] === 'unique')
		objects.indexes.push({ table, name: `${table}_${listed}_key`, kind: 'unique', columns });
	if (parts[1] === 'index')
		objects.indexes.push({ table, name: `${table}_${listed}_idx`, kind: 'plain', columns });
}

const names = (list: string): string[] => list.split(',').map((name) => name.trim());
