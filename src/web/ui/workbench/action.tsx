import type { LucideIcon } from "lucide-react";
import { usePhone } from "#web/lib/base/use-wide.ts";
import { Button, type ButtonProps, IconButton } from "../button/button.tsx";

interface WorkbenchActionProps extends Pick<ButtonProps, "disabled" | "busy" | "onClick" | "variant"> {
	icon: LucideIcon;
	/** What it does. On a phone it is the name of the icon. */
	children: string;
}

/** An action in the head of a workbench: on a phone only its icon. */
export function WorkbenchAction({ icon, children, disabled, busy, onClick, variant }: WorkbenchActionProps) {
	const isPhone = usePhone();
	if (isPhone)
		return <IconButton icon={icon} label={children} disabled={disabled} busy={busy ?? false} onClick={onClick} />;
	return (
		<Button icon={icon} disabled={disabled} busy={busy ?? false} onClick={onClick} variant={variant}>
			{children}
		</Button>
	);
}
