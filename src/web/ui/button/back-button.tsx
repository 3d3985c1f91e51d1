import { useCanGoBack, useNavigate, useRouter } from "@tanstack/react-router";
import { ArrowLeft } from "lucide-react";
import { hubPath } from "#shared/brand.ts";
import { t } from "../base/text.ts";
import { IconButton } from "./button.tsx";

/** Goes to the previous page; to the hub if this is the first one of the tab. */
export function BackButton() {
	const router = useRouter();
	const navigate = useNavigate();
	const canGoBack = useCanGoBack();
	const goBack = () => (canGoBack ? router.history.back() : void navigate({ to: hubPath }));
	return <IconButton icon={ArrowLeft} label={t.page.back} onClick={goBack} />;
}
