import { type DemoMessage, generateDemo } from "#providers/demo/mail/mailbox.ts";
import { createDemoProvider } from "#providers/demo/provider.ts";

/**
 * Smaller demo mailboxes. The complete one has 113 MB, of which 104 MB are in 12 messages: storing it takes 7 s of CPU
 * time.
 */

/** @returns the demo mailbox without messages of several megabytes: 1,712 messages with 9 MB */
export const lightDemo = () => createDemoProvider((now) => generateDemo({ now }).filter(({ large }) => !large));

/**
 * Which messages it has depends on the date, but for those of `keep`.
 * @param keep senders whose messages are all in it
 * @param large how many messages of several megabytes it has
 * @returns a demo mailbox of about 330 messages, with some of each kind in each folder
 */
export function smallDemo({ large = 0, keep = [] }: { large?: number; keep?: readonly string[] } = {}) {
	return createDemoProvider((now) => {
		const counts = new Map<string, number>();
		return generateDemo({ now }).filter((message) => {
			const group = groupOf(message);
			const count = counts.get(group) ?? 0;
			counts.set(group, count + 1);
			if (message.large) return count < large;
			return count % 6 === 0 || keep.some((address) => message.from.includes(address));
		});
	});
}

const groupOf = ({ large, folder, kind }: DemoMessage): string => (large ? "large" : `${folder} ${kind}`);
