import { isDisposable, isFreeProvider, isRelay } from "#kernel/domains.ts";
import type { Finding } from "./finding.ts";

/** Whether anybody can have an address at this domain. @param domain ASCII */
export function checkProvider(domain: string): Finding {
	if (isDisposable(domain)) return { state: "fail", detail: "Addresses at this domain are thrown away after use." };
	if (isRelay(domain)) return { state: "warn", detail: "A forwarding service: the real address is hidden." };
	if (isFreeProvider(domain))
		return { state: "pass", detail: "A mail provider for everybody: the domain says nothing about the person." };
	return { state: "pass", detail: "Neither a disposable nor a free mail provider." };
}
