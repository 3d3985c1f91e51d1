import { toast } from "#web/ui/toast/toast.ts";
import { t } from "../base/text.ts";

/** Lists about which the user knows: they are loaded again and again. */
const said = new Set<string>();

/** Says that rows of a list are damaged and not shown, once for each list. @param url of the request */
export function sayDamaged(url: string, headers: Headers): void {
	const count = Number(headers.get("damaged-rows") ?? 0);
	const [path = url] = url.split("?");
	if (count === 0 || said.has(path)) return;
	said.add(path);
	toast({ title: t.damaged.title(count), description: t.damaged.description, tone: "destructive" });
}
