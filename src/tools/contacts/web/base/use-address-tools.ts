import { useNavigate } from "@tanstack/react-router";
import { type AddressList, passAddresses } from "#web/lib/passing/address-list.ts";
import { useInstalled } from "#web/lib/screens/installed.ts";

const enrichmentPath = "/tool/enrichment";
const validatorPath = "/tool/email-validator";

/** Opens other tools with addresses. */
export function useAddressTools() {
	const { hasPath } = useInstalled();
	const navigate = useNavigate();
	return {
		canEnrich: hasPath(enrichmentPath),
		canValidate: hasPath(validatorPath),
		enrich(list: AddressList) {
			passAddresses("enrichment", list);
			void navigate({ to: enrichmentPath });
		},
		validate(list: AddressList) {
			passAddresses("validator", list);
			void navigate({ to: validatorPath });
		},
	};
}
