import { type Strength, strengthOf } from "./strength.ts";
import { t } from "./text.ts";

const colors: Record<Strength["level"], string> = {
	0: "bg-line-strong",
	1: "bg-red",
	2: "bg-amber",
	3: "bg-accent",
};

/** The rule while the field is empty, then the password's strength as text and three bars. */
export function PasswordStrength({ password, about }: { password: string; about: readonly string[] }) {
	const strength = strengthOf(password, about);
	const typed = password !== "";
	return (
		<span className="flex items-center gap-2">
			<span aria-hidden="true" className="flex gap-0.5">
				{[1, 2, 3].map((bar) => (
					<span
						key={bar}
						className={`h-1 w-5 rounded-1 ${typed && strength.level >= bar ? colors[strength.level] : "bg-line"}`}
					/>
				))}
			</span>
			<span aria-live="polite">{typed ? strength.words : t.rules.passwordHint}</span>
		</span>
	);
}
