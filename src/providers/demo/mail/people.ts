import type { Charset } from "./charsets.ts";
import type { Mailbox, TextPart } from "./compose.ts";
import content from "./content/people.json" with { type: "json" };
import { type Prng, prng } from "./prng.ts";

/** A correspondent of the owner. */
export interface Person extends Mailbox {
	/** How others address them. */
	first: string;
	/** Lines below the name in the signature; empty ones are left out. */
	signature: readonly string[];
	/** Before the text; `{to}` is the recipient's first name. An empty one means none. */
	greetings: readonly string[];
	closings: readonly string[];
	/** How the owner greets them, when not as everybody else, and closes. */
	hailed?: string;
	farewell?: string;
	/** Typical hours until they reply. */
	pace: number;
	/** UTC offset in minutes. */
	offset?: number;
	/** Their mail client: determines the form of quotes, HTML and X-Mailer. */
	client: keyof typeof content.clients;
	charset?: Charset;
	encoding?: NonNullable<TextPart["encoding"]>;
	/** Their client's subject prefix for replies. */
	re?: string;
	/** Their client's line above a quote, where it is not in English. */
	attribution?: string;
	/** Writes only in office hours. */
	office: boolean;
	label?: string;
}

type Listed = Omit<Person, "greetings" | "closings"> & { style?: keyof typeof content.styles };

const PEOPLE = new Map(
	Object.entries(content.people as Record<string, Listed>).map(([id, { style, ...facts }]): [string, Person] => [
		id,
		{ ...content.styles[style ?? "formal"], ...facts },
	]),
);

/** @param id in `mail/content/people.json` @throws for an unknown one, which is an authoring mistake */
export function person(id = ""): Person {
	const found = PEOPLE.get(id);
	if (!found) throw new Error(`The demo text names nobody we know: ${id}`);
	return found;
}

export const OWNER = person("ada");

/** The X-Mailer of a person's client. */
export const mailerOf = ({ client, email }: Person): string =>
	prng(`mailer ${email}`).pick(content.clients[client].mailers);

/** The template of the line above what a person quotes. */
export const attributionOf = ({ attribution, client }: Person): string =>
	attribution ?? content.clients[client].attribution;

/** A person who writes once. @param facts name; address; position; organization; further lines of the signature */
export function stranger(facts: string, random: Prng): Person {
	const [name = "", email = "", position = "", organization = "", ...lines] = facts
		.split(";")
		.map((part) => part.trim());
	return {
		name,
		email,
		first: name.replace(/^(Dr|Reverend) /, "").split(" ")[0] as string,
		signature: [[position, organization].filter(Boolean).join(", "), ...lines],
		...content.styles.stranger,
		pace: 20,
		client: random.pick(["html", "desktop", "plain"]),
		office: true,
	};
}
