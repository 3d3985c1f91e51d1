import { CircleAlert, Info, X } from "lucide-react";
import type { ReactNode } from "react";
import { cx } from "../base/cx.ts";
import { t } from "../base/text.ts";
import { IconButton } from "../button/button.tsx";

interface NoticeProps {
	tone?: "blue" | "amber" | "red" | "green";
	children: ReactNode;
	/** A button at the end. */
	action?: ReactNode;
	onDismiss?: () => void;
}

const tones = {
	blue: "bg-blue-soft text-blue",
	amber: "bg-amber-soft text-amber",
	red: "bg-red-soft text-red",
	green: "bg-green-soft text-green",
};

/** An inline message; red ones are announced at once. */
export function Notice({ tone = "blue", children, action, onDismiss }: NoticeProps) {
	const Icon = tone === "blue" || tone === "green" ? Info : CircleAlert;
	return (
		<div
			role={tone === "red" ? "alert" : undefined}
			className={cx("flex items-start gap-2.5 rounded-2 px-3 py-2 text-13", tones[tone])}
		>
			{/* Where there is no room for both, the buttons are below the text. */}
			<div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2.5 gap-y-2">
				<div className="flex min-w-0 flex-1 basis-48 gap-2.5">
					<Icon aria-hidden="true" size={16} className="mt-px shrink-0" />
					<div className="min-w-0 flex-1 break-words text-ink">{children}</div>
				</div>
				{action}
			</div>
			{onDismiss && <IconButton icon={X} size="small" label={t.dialog.dismiss} onClick={onDismiss} tooltip={false} />}
		</div>
	);
}
