import type { MailContext } from "#kernel/module.ts";
import type { Picture } from "../contract.ts";
import type { SourceId } from "../fields.ts";
import type { Observation } from "./observation.ts";

/** Whom a source is asked about. */
export interface Question {
	ownerId: string;
	/** In lower case. */
	email: string;
	/** No user is waiting. */
	isBackground: boolean;
	/** A source that limits requests makes the lookup fail, to be retried later, instead of being left out. */
	failsWhenBusy?: boolean;
	signal?: AbortSignal | undefined;
}

/** What a source knows. */
export interface Asked {
	observations: Observation[];
	pictures?: Picture[];
	/** One sentence for the user; null: nothing to add. */
	detail: string | null;
}

/** One source of details about a person. */
export interface Source {
	id: SourceId;
	/** Asking it sends something about the person to another server. */
	isRemote: boolean;
	/** @throws when the source could not be asked */
	ask(ctx: MailContext, question: Question): Promise<Asked>;
}
