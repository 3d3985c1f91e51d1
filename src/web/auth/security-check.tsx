import { useQuery } from "@tanstack/react-query";
import { RefreshCw } from "lucide-react";
import { useId } from "react";
import type { UseFormRegisterReturn } from "react-hook-form";
import { api } from "#web/lib/api/api.ts";
import { IconButton } from "#web/ui/button/button.tsx";
import { Field, Input } from "#web/ui/form/field.tsx";
import { t } from "./text.ts";

export interface SecurityCheck {
	/** The sum to solve; undefined while loading or after an error. */
	problem: { token: string; a: number; b: number } | undefined;
	error: Error | null;
	loading: boolean;
	renew: () => Promise<unknown>;
}

/** A sum generated and checked by the server; each is valid for one attempt. */
export function useSecurityCheck(): SecurityCheck {
	// Each form starts with a new sum: the previous one may be used up.
	const form = useId();
	const query = useQuery({
		queryKey: ["security-check", form],
		queryFn: ({ signal }) => api.securityCheck({}, { signal }),
		staleTime: Number.POSITIVE_INFINITY,
		gcTime: 0,
		refetchOnWindowFocus: false,
	});
	return {
		problem: query.isFetching ? undefined : query.data,
		error: query.error,
		loading: query.isFetching,
		renew: query.refetch,
	};
}

interface SecurityCheckFieldProps {
	check: SecurityCheck;
	error: string | undefined;
	input: UseFormRegisterReturn;
	onRefresh: () => void;
}

export function SecurityCheckField({ check, error, input, onRefresh }: SecurityCheckFieldProps) {
	const { problem } = check;
	const label = problem ? t.securityCheck.question(problem.a, problem.b) : t.securityCheck.securityCheck;
	return (
		<div className="flex items-start gap-1.5">
			<div className="min-w-0 flex-1">
				<Field label={label} error={error ?? (check.error && !check.loading ? check.error.message : undefined)}>
					<Input {...input} size="large" inputMode="numeric" autoComplete="off" required />
				</Field>
			</div>
			<div className="pt-[28px]">
				<IconButton icon={RefreshCw} label={t.securityCheck.newMathProblem} busy={check.loading} onClick={onRefresh} />
			</div>
		</div>
	);
}
