import { toast } from "#web/ui/toast/toast.ts";
import { t } from "./text.ts";

/** Id shared by all sign-in toasts, so that each attempt replaces the previous message. */
export const authToast = "auth";

export function failed(error: unknown, title = t.toast.error): void {
	toast({ id: authToast, title, description: (error as Error).message, tone: "destructive" });
}

export function wrongAnswer(): void {
	toast({
		id: authToast,
		title: t.toast.captchaError,
		description: t.toast.pleaseSolveMathProblem,
		tone: "destructive",
	});
}
