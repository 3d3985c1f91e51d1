import { Check, Copy } from "lucide-react";
import { useState } from "react";
import { t } from "../base/text.ts";
import { toast } from "../toast/toast.ts";
import { IconButton } from "./button.tsx";

/** Text with a copy button: an address, a key. @param label its name */
export function CopyField({ label, text }: { label: string; text: string }) {
	const [copied, setCopied] = useState(false);
	const copy = async () => {
		try {
			await navigator.clipboard.writeText(text);
			setCopied(true);
		} catch {
			toast({ title: t.copy.couldntCopy, description: t.copy.couldntCopyDescription, tone: "destructive" });
		}
	};
	return (
		<div className="flex min-w-0 items-center gap-1 rounded-2 border border-line bg-sunken py-0.5 pr-0.5 pl-3">
			<code className="min-w-0 flex-1 py-1 font-mono text-13 break-all select-all">{text}</code>
			<IconButton
				icon={copied ? Check : Copy}
				size="small"
				label={copied ? t.copy.copied(label) : t.copy.copyNamed(label)}
				onClick={() => void copy()}
			/>
		</div>
	);
}
