import { toast } from "#web/ui/toast.ts";

/** Id shared by all sign-in toasts, so that each attempt replaces the previous message. */
export const authToast = "auth";

export function failed(error: unknown, title = "Error"): void {
	toast({ id: authToast, title, description: (error as Error).message, tone: "destructive" });
}

export function wrongAnswer(): void {
	toast({
		id: authToast,
		title: "CAPTCHA Error",
		description: "Please solve the math problem correctly.",
		tone: "destructive",
	});
}
