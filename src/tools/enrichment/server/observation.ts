import type { EvidenceKind, FieldId, SourceId } from "../fields.ts";

/** A value that a reader found in one message or page. */
export interface Finding {
	field: FieldId;
	value: string;
	kind: EvidenceKind;
}

/** A finding with where and when it was seen. */
export interface Observation extends Finding {
	source: SourceId;
	url: string | null;
	emailId: string | null;
	/** Number of messages with this detail. */
	count: number;
	firstSeen: Date;
	lastSeen: Date;
}
