import type { StepError } from '../errors/stepError';
import type { logOf } from '../secrets/secrets';

/** The progress of smaller files is logged on level `debug` only: they finish before anybody could read it. */
const VISIBLE_PROGRESS_BYTES = 64 * 1024 * 1024;

const MIB = 1024 * 1024;

/** Writes the file's name, its job and numbers to n8n's log. */
export class TransferLog {
	private began = Date.now();

	private size = 0;

	private tenths = 0;

	constructor(
		private readonly logger: ReturnType<typeof logOf>,
		private readonly file: string,
	) {}

	started(size: number, attempt: number): void {
		this.began = Date.now();
		this.size = size;
		this.tenths = 0;
		const which = attempt > 1 ? ` (attempt ${attempt})` : '';
		this.logger.info(`Upload of ${this.file}: started${which}, ${inMiB(size)}`);
	}

	moved(bytes: number): void {
		const tenths = Math.floor((bytes / this.size) * 10);
		if (tenths <= this.tenths || tenths === 10) return;
		this.tenths = tenths;
		const text = `Upload of ${this.file}: ${tenths * 10} %, ${this.rate(bytes)}`;
		if (this.size >= VISIBLE_PROGRESS_BYTES) this.logger.info(text);
		else this.logger.debug(text);
	}

	retrying({ message }: StepError, attempt: number, delayMs: number): void {
		const seconds = (delayMs / 1000).toFixed(1);
		this.logger.warn(
			`Upload of ${this.file}: attempt ${attempt} failed, retrying in ${seconds} s. ${message}`,
		);
	}

	ended(): void {
		this.logger.info(`Upload of ${this.file}: done, ${inMiB(this.size)}, ${this.rate(this.size)}`);
	}

	private rate(bytes: number): string {
		const seconds = Math.max(1, Date.now() - this.began) / 1000;
		return `${(bytes / MIB / seconds).toFixed(1)} MiB/s`;
	}
}

function inMiB(bytes: number): string {
	return `${(bytes / MIB).toFixed(1)} MiB`;
}
