import { useQueries } from "@tanstack/react-query";
import { isOneAddress } from "#shared/mail/addresses.ts";
import { useDebounced } from "#web/lib/base/use-debounced.ts";
import { Button } from "#web/ui/button/button.tsx";
import { Notice } from "#web/ui/state/notice.tsx";
import type { DraftAddress, DraftContent } from "../../contract.ts";
import { people } from "../base/api.ts";
import { t } from "../base/text.ts";
import { withAddresses } from "./recipients.ts";

/** Recipients that are checked: who writes to more has not typed them. */
const MAX_CHECKED = 20;

/** Milliseconds without a change before they are. */
const PAUSE_MS = 700;

type Recipients = Pick<DraftContent, "to" | "cc" | "bcc">;
const FIELDS = ["to", "cc", "bcc"] as const;

/** Warns of recipients that the user never wrote to, and that read like those that the user writes to. */
export function LookAlikes({
	content,
	onChange,
}: {
	content: Recipients;
	onChange: (change: Partial<Recipients>) => void;
}) {
	const current = addressesOf(content);
	// Not of an address that is still being typed.
	const addresses = useDebounced(current.join(" "), PAUSE_MS)
		.split(" ")
		.filter((one) => current.includes(one));
	const usual = useQueries({
		queries: addresses.map((address) => ({
			queryKey: ["people", "usual-address", address],
			queryFn: ({ signal }: { signal: AbortSignal }) => people.findUsualAddress({ query: { address } }, { signal }),
			staleTime: 5 * 60_000,
			retry: false,
		})),
	});
	return addresses.map((address, index) => {
		const known = usual[index]?.data?.usual ?? null;
		if (known === null) return null;
		return (
			<div key={address} className="border-b border-line px-4 py-2">
				<Notice
					tone="amber"
					action={
						<Button size="small" onClick={() => onChange(replaced(content, address, known))}>
							{t.recipients.replaceBy(known)}
						</Button>
					}
				>
					{t.recipients.neverWritten(address, known)}
				</Notice>
			</div>
		);
	});
}

/** Complete addresses, each once. */
function addressesOf(content: Recipients): string[] {
	const all = FIELDS.flatMap((name) => content[name]).map(({ email }) => email.toLowerCase());
	return [...new Set(all)].filter(isOneAddress).slice(0, MAX_CHECKED);
}

/** The fields with another address instead of one, without its name, which was that of the other. */
export function replaced(content: Recipients, address: string, by: string): Partial<Recipients> {
	const replace = (list: readonly DraftAddress[]): DraftAddress[] =>
		list
			.map((one) => (one.email.toLowerCase() === address ? { name: "", email: by } : one))
			.reduce<DraftAddress[]>((before, one) => withAddresses(before, [one]), []);
	return Object.fromEntries(FIELDS.map((name) => [name, replace(content[name])]));
}
