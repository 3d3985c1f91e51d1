import { Inbox, Search } from "lucide-react";
import { useState } from "react";
import { Button } from "#web/ui/button/button.tsx";
import { Field, Input, Textarea } from "#web/ui/form/field.tsx";
import { Tabs } from "#web/ui/page/tabs.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { t } from "./base/text.ts";
import { EmailPicker } from "./email-picker.tsx";
import type { Entry } from "./entry.ts";

const modes = [
	{ value: "sender", label: t.message.sender },
	{ value: "message", label: t.message.source },
] as const;

interface InputFormProps {
	email: string | undefined;
	isBusy: boolean;
	onStart: (entry: Entry) => void;
}

/** An address or a domain; or a message, pasted or chosen from the inbox. */
export function InputForm({ email, isBusy, onStart }: InputFormProps) {
	const [mode, setMode] = useState<"sender" | "message">("sender");
	const [text, setText] = useState(email ?? "");
	const [raw, setRaw] = useState("");
	const [isPicking, setPicking] = useState(false);
	const submit = (): void => {
		if (mode === "message" && raw.trim() !== "") onStart({ raw });
		else if (mode === "sender" && text.trim() !== "") onStart({ email: text.trim() });
		else if (mode === "sender") toast({ ...t.input.required, tone: "destructive" });
	};
	const analyze = (
		<Button
			variant="primary"
			type="submit"
			icon={Search}
			busy={isBusy}
			disabled={mode === "message" && raw.trim() === ""}
		>
			{t.input.analyze}
		</Button>
	);
	return (
		<form
			onSubmit={(event) => {
				event.preventDefault();
				submit();
			}}
		>
			<Tabs label={t.message.mode} tabs={modes} value={mode} onChange={setMode}>
				{mode === "sender" ? (
					<div className="flex max-w-prose items-end gap-2">
						<span className="min-w-0 flex-1">
							<Input
								mono
								aria-label={t.input.label}
								placeholder={t.input.placeholder}
								value={text}
								autoCapitalize="none"
								autoCorrect="off"
								spellCheck={false}
								onChange={(event) => setText(event.target.value)}
							/>
						</span>
						{analyze}
					</div>
				) : (
					<div className="flex flex-col gap-3">
						<Field label={t.message.label} hint={t.message.hint}>
							<Textarea
								mono
								rows={8}
								value={raw}
								placeholder={t.message.placeholder}
								spellCheck={false}
								onChange={(event) => setRaw(event.target.value)}
							/>
						</Field>
						<div className="flex flex-wrap gap-2">
							{analyze}
							<Button icon={Inbox} onClick={() => setPicking(true)}>
								{t.message.pick}
							</Button>
						</div>
					</div>
				)}
			</Tabs>
			<EmailPicker
				open={isPicking}
				onClose={() => setPicking(false)}
				onPick={(emailId) => {
					setPicking(false);
					onStart({ emailId });
				}}
			/>
		</form>
	);
}
