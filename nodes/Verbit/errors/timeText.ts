/** Formats a time in the workflow's time zone, such as `14:05 CET today` or `14:05 CET on 28 Nov`. */
export function timeText(zone: string, time: number, now = Date.now()): string {
	const shown = (at: number, form: Intl.DateTimeFormatOptions) =>
		new Intl.DateTimeFormat('en-GB', { timeZone: isZone(zone) ? zone : 'UTC', ...form }).format(at);
	const [day, today] = [time, now].map((at) => shown(at, { dateStyle: 'medium' }));
	const clock = shown(time, { hour: '2-digit', minute: '2-digit', timeZoneName: 'short' });
	if (day === today) return `${clock} today`;
	const year = today.slice(-5);
	return `${clock} on ${day.endsWith(year) ? day.slice(0, -5) : day}`;
}

/** Returns whether a text is a time zone. An imported workflow may have any text as its time zone. */
function isZone(zone: string): boolean {
	try {
		return Intl.DateTimeFormat('en', { timeZone: zone }) !== undefined;
	} catch {
		return false;
	}
}
