import { MAX_DEPTH } from '../inspect/inspect';
import type { FileType } from './captionFormats';

/** A character of JSON outside its strings. `N` is missing, so that `NaN`, which some programs write, is refused. */
const JSON_CHARACTER = /[\s\d{}[\]:,"+.\-Eaeflnrstu]/;

/** Counts the brackets of a file outside strings and escapes, up to the bracket that closes the first. */
export class BracketScan {
	isClosed = false;

	/** Whether the brackets have text behind them or, in JSON, characters among them that JSON doesn't have. */
	isMixed = false;

	/** Whether JSON is nested too deep for n8n to save. */
	isTooDeep = false;

	private depth = 0;

	private isQuoted = false;

	private isEscaped = false;

	constructor(private readonly type: FileType) {}

	read(text: string): void {
		const { brackets = '', isJson = false } = this.type;
		for (const character of text) {
			const isEscape = this.isEscaped || character === '\\';
			if (isEscape) this.isEscaped = !this.isEscaped;
			else if (character === '"' && isJson) this.isQuoted = !this.isQuoted;
			if (isEscape || this.isQuoted) continue;
			if (this.isClosed) this.isMixed ||= /\S/.test(character);
			else if (isJson && this.depth > 0) this.isMixed ||= !JSON_CHARACTER.test(character);
			const at = brackets.indexOf(character);
			if (at === -1) continue;
			this.depth += at % 2 === 0 ? 1 : -1;
			// In the output, the file's JSON is one level deeper.
			this.isTooDeep ||= isJson && this.depth >= MAX_DEPTH;
			this.isClosed ||= this.depth === 0;
		}
	}
}
