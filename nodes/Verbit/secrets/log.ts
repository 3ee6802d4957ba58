import type { Logger } from 'n8n-workflow';

import { secretsOf } from './secrets';

export function logOf(context: { logger: Logger }): Pick<Logger, 'info' | 'warn'> {
	const at = (level: 'info' | 'warn') => (text: string, details?: Record<string, unknown>) =>
		context.logger[level](secretsOf(context).redact(text), details);
	return { info: at('info'), warn: at('warn') };
}
