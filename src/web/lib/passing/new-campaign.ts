/** Starting a campaign from a text; the tool that has campaigns listens. */

/** The first message of a campaign. Texts may have merge fields (`#shared/merge-field.ts`). */
export interface CampaignRequest {
	/** Name of the draft. */
	name: string;
	subject: string;
	/** Half of the recipients get this subject instead; empty: everybody gets the same. */
	subjectB: string;
	body: string;
}

let waiting: CampaignRequest | null = null;
let listener: ((request: CampaignRequest) => void) | null = null;

/** Opens a new draft with this message. */
export function newCampaign(request: CampaignRequest): void {
	if (listener) listener(request);
	else waiting = request;
}

/** Receives requests, also one made before. @returns stops listening */
export function onNewCampaign(receive: (request: CampaignRequest) => void): () => void {
	listener = receive;
	const before = waiting;
	waiting = null;
	if (before !== null) receive(before);
	return () => {
		if (listener === receive) listener = null;
	};
}
