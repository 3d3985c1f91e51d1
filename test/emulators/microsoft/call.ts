import type { Dice } from "../faults.ts";
import { badRequest } from "./errors.ts";
import type { OutlookMailbox } from "./mailbox.ts";
import type { Subscriptions } from "./subscriptions.ts";

/** One authenticated request to Graph. */
export interface Call {
	mailbox: OutlookMailbox;
	params: Record<string, string>;
	query: URLSearchParams;
	/** The request's Prefer headers, joined. */
	prefer: string;
	/** JSON body, or null for other content. */
	body: Record<string, unknown> | null;
	/** A non-JSON body: a MIME message in base64. */
	text: string;
	method: string;
	path: string;
	/** Base URL with version, for links. */
	base: string;
	now(): number;
	dice: Dice;
	user: { id: string; name: string; email: string };
	deliver(raw: Buffer, recipients: string[]): void;
	subscriptions: Subscriptions;
}

/** A response other than JSON with 200. (The emulator replaces the global Response, so `instanceof` fails.) */
export class Reply {
	response: Response;

	constructor(body: BodyInit | null, init: ResponseInit) {
		this.response = new Response(body, init);
	}
}

/** Returns the JSON response, or a `Reply`; undefined: 204. */
export type Handler = (call: Call) => unknown;

/** The body as JSON. */
export function json({ body }: Call): Record<string, unknown> {
	if (body === null) throw badRequest("Unable to read JSON request payload.");
	return body;
}

/** A page of a list with `$top` and `$skip`, and the next link. @param usual default page size */
export function paged<T>(call: Call, list: T[], usual: number): { page: T[]; next: Record<string, string> } {
	const top = Math.min(Number(call.query.get("$top") ?? usual) || usual, 1_000);
	const skip = Number(call.query.get("$skip") ?? 0) || 0;
	const query = new URLSearchParams(call.query);
	const isRepeated = call.dice.strikes("repeatedPage", call);
	query.set("$skip", String(isRepeated ? skip : skip + top));
	const more = isRepeated || skip + top < list.length;
	const link = `${call.base}${call.path.replace(/^\/v1\.0/, "")}?${query}`;
	return { page: list.slice(skip, skip + top), next: more ? { "@odata.nextLink": link } : {} };
}

/** 201 with the created resource. */
export function created(body: unknown): Reply {
	return new Reply(JSON.stringify(body), { status: 201, headers: { "content-type": "application/json" } });
}
