import type { DeduplicationHelperFunctions, IExecuteFunctions, INode } from 'n8n-workflow';

import { fault } from '../errors/fault';

type Helpers = Pick<
	DeduplicationHelperFunctions,
	'checkProcessedAndRecord' | 'clearAllProcessedItems' | 'getProcessedDataCount' | 'removeProcessed'
>;

const ENTRIES = { mode: 'entries' as const };

/** A record that is never made. */
const NEVER_MADE = 'never made';

/** An entry that comes and goes. */
const SIGN = 'sign';

/** Whether n8n was seen in this process to keep two records apart. */
let areApart = false;

/**
 * Small records in n8n's database, each with a name and a value from 1. They are written at once and read by every
 * process of n8n.
 *
 * n8n remembers the "processed" entries of a node in one row, which it reads, changes and writes without a lock: two
 * processes lose each other's entries. But it *inserts* the row, and its database lets one process do so. Therefore each
 * record is a row of its own, whose value is the number of its entries, and only the execution that made a record changes
 * it. n8n finds the row by the node's ID, which holds the record's name while n8n's helper reads it. The helper does that
 * before it first waits, so nothing else sees that ID. That records are kept apart is checked, not assumed.
 */
export class Records {
	constructor(private readonly context: IExecuteFunctions) {}

	/** Writes nothing. @returns 0 if there is no such record */
	async read(name: string): Promise<number> {
		if (!areApart) await this.checkNeverMade();
		return await this.count(name);
	}

	/** @returns whether this call made it, with the value 1: of all that try at once, one does */
	async make(name: string): Promise<boolean> {
		if ((await this.read(name)) > 0) return false;
		const { new: made } = await this.record(name, ['1']).catch(async (error: unknown) => {
			// n8n's database has let another execution make it. After any other error, this call itself may have.
			if (isOfSecondInsert(error) && (await this.read(name)) > 0) return { new: [] };
			throw error;
		});
		if (!areApart) await this.checkNeverMade();
		areApart = true;
		return made.length > 0;
	}

	/** Raises the value of a record, which is made where there is none. */
	async raise(name: string, value: number): Promise<void> {
		const entries = Array.from({ length: value }, (_entry, index) => String(index + 1));
		await this.record(name, entries);
	}

	/** Raises the value of a record by one, or lowers it again. */
	async toggle(name: string): Promise<void> {
		const { processed } = await this.record(name, [SIGN]);
		if (processed.length === 0) return;
		await this.under(name, async (helpers) => {
			await helpers.removeProcessed([SIGN], 'node', ENTRIES);
		});
	}

	async remove(name: string): Promise<void> {
		await this.under(name, async (helpers) => {
			await helpers.clearAllProcessedItems('node', ENTRIES);
		});
	}

	private async count(name: string): Promise<number> {
		return await this.under(name, async (helpers) => {
			return await helpers.getProcessedDataCount('node', ENTRIES);
		});
	}

	private async record(name: string, entries: string[]) {
		return await this.under(name, async (helpers) => {
			return await helpers.checkProcessedAndRecord(entries, 'node', ENTRIES);
		});
	}

	/** An n8n that keeps all records in one row would take the value of one for that of another. */
	private async checkNeverMade(): Promise<void> {
		if ((await this.count(NEVER_MADE)) > 0) throw fault('EXTERNAL_IDS_NOT_APART', {});
	}

	/** Not `async`: the node has its own ID again when this returns, while n8n is still at work. */
	private under<T>(name: string, call: (helpers: Helpers) => Promise<T>): Promise<T> {
		const { node } = this.context as unknown as { node: INode };
		const { id } = node;
		node.id = `${id}:${name}`;
		try {
			const result = call(this.context.helpers);
			return result;
		} finally {
			node.id = id;
		}
	}
}

/** Codes of Postgres, SQLite and MySQL for a row that exists, and words of their messages. */
const SECOND_INSERT = /\b(23505|SQLITE_CONSTRAINT|ER_DUP_ENTRY)\b|unique|duplicate/i;

function isOfSecondInsert(error: unknown): boolean {
	const { code, message } = Object(error) as { code?: unknown; message?: unknown };
	return SECOND_INSERT.test(`${String(code)} ${String(message)}`);
}
