import { useNavigate } from "@tanstack/react-router";
import { type AddressList, handOver } from "#web/lib/address-list.ts";
import { useInstalled } from "#web/lib/installed.ts";

const enrichmentPath = "/tool/enrichment";
const validatorPath = "/tool/email-validator";

/** Opens other tools with addresses. */
export function useHandOver() {
	const { hasPath } = useInstalled();
	const navigate = useNavigate();
	return {
		canEnrich: hasPath(enrichmentPath),
		canValidate: hasPath(validatorPath),
		enrich(list: AddressList) {
			handOver("enrichment", list);
			void navigate({ to: enrichmentPath });
		},
		validate(list: AddressList) {
			handOver("validator", list);
			void navigate({ to: validatorPath });
		},
	};
}
