import { Badge, type Tone } from "#web/ui/base/badge.tsx";
import type { Validity } from "../../contract.ts";
import { t } from "../base/text.ts";

const tones: Record<Validity, Tone> = { valid: "green", risky: "amber", invalid: "red", unknown: "neutral" };

/** The latest verdict on an address. */
export function ValidityBadge({ validity }: { validity: Validity }) {
	return <Badge tone={tones[validity]}>{t.list.validity[validity]}</Badge>;
}
