import { foldText } from "#shared/search/tokens.ts";

/** Words of requests that phishing makes, by what they mean. Beginnings of words end in `*`. */
const WORDS = {
	/** What the reader is to do. */
	ask: `verify verif* confirm confirm* update* validate* reactivat* unlock* restore* restor* secure submit provide enter login logon
		signin log sign click access claim complete renew upgrade release regularize* keep cancel
		bestatig* verifizier* aktualisier* anmelden einloggen freischalten erneuern verlanger* ausfullen fullen
		confirmez confirmer verifier verifiez mettre renouveler reactiver acceder connecter connexion regler payer
		confirme confirmar verifique verificar actualice actualizar acceda acceder reactivar* inicie realice
		verifica verificare confermi confermare conferma accedi aggiorna* riattiv*
		atualiz* confirme regulariz* acesse
		bevestig* bijwerken inloggen aanvragen vernieuw* potwierdz* zweryfik* zaloguj zaktualiz*
		подтверд* обнов* войдите войти восстанов*`,
	/** What is at stake. */
	account: `account accounts identity credentials wallet wallets card profile membership apple_id details information
		konto kontos kontodaten daten kundendaten karte zugang zugangs* benutzerkonto
		compte comptes informations identite carte acces
		cuenta cuentas datos identidad tarjeta acceso
		conto conta dati carta accesso identita dados cartao acesso itoken
		rekening gegevens pas kont* danych dane
		счет* карт* данны* личност* аккаунт* доступ*`,
	/** What is asked for and never sent. */
	secret: `password passwords passcode pin otp ssn cvv recovery_phrase seed_phrase card_details card_number bank_details direct_deposit
		passwort kennwort kontodaten kartendaten mot_de_passe contrasena senha wachtwoord haslo парол* payment_details
		payment_method billing_information billing_details payment_information bank_account`,
	/** What happens otherwise, or has happened. */
	threat: `suspend* block* locked restrict* limited limitation disabl* deactivat* terminat* expire* expiring expiration unusual
		unauthor* suspicious deleted delet* closed closure hold interrupted violat* unpublished compromised irregular* out_of_date declined failed failure
		gesperrt sperr* eingeschrankt deaktiviert ablauft lauft abgelaufen ungewohnlich* verdachtig* unberechtigt* systemumstellung
		suspendu* suspendre bloqu* inhabituel* expiration desactiv* limite
		suspendid* suspension bloquead* inusual no_autorizado desactivad* bloqueio bloqueado pendencia irregular
		sospes* sospett* bloccat* blocco limitat* scadut*
		geblokkeerd blokker* verloopt opgeschort verdacht* zablokowan* zawieszon* wstrzyman*
		заблокир* подозрит* приостан* отключ*`,
	mailbox: `mailbox mailboxes webmail postfach email_account email_accounts inbox_storage e_mail_konto boite_mail buzon casella postvak skrzynk* почтов*`,
	full: `full quota storage limit exceeded upgrade migrat* pending held deactivat* deactivate voll speicher* pleine lleno piena vol password expires`,
	parcel: `package parcel shipment paket pakets sendung colis paquete paquetes envio pacco pakket paczka przesylka посылк* encomenda`,
	fee: `fee fees customs postage zollgebuhren gebuhr* zoll frais douane aduana gastos dogana verzendkosten doplac* doplat* пошлин*`,
	pay: `pay payment paid bezahlen zahlen bezahl* payer regler pago pague pagar pagare betaal betalen doplac zaplac* оплат*`,
	refund: `refund refunds erstattung steuererstattung remboursement reembolso rimborso teruggave zwrot restituicao`,
	tax: `tax revenue finanzamt steuer steuererstattung elster impots hacienda agenzia fiscale receita belastingdienst podatk* calculation`,
	form: `claim submit form formular card ausfullen formulaire formulario modulo kontodaten eligible`,
} as const;

export type WordKind = keyof typeof WORDS;

const KINDS = Object.keys(WORDS) as WordKind[];
const bitOf = new Map(KINDS.map((kind, i) => [kind, 1 << i]));

const exact = new Map<string, number>();
const stems = new Map<string, number>();
/** The first words of phrases, with the words that follow. */
const phrases = new Map<string, { rest: string[]; bit: number }[]>();
let shortestStem = 99;
for (const kind of KINDS) {
	const bit = bitOf.get(kind) as number;
	for (const word of foldText(WORDS[kind]).split(/\s+/)) {
		const parts = word.split("_");
		if (parts.length > 1)
			phrases.set(parts[0] as string, [...(phrases.get(parts[0] as string) ?? []), { rest: parts.slice(1), bit }]);
		else if (word.endsWith("*")) {
			const stem = word.slice(0, -1);
			stems.set(stem, (stems.get(stem) ?? 0) | bit);
			shortestStem = Math.min(shortestStem, stem.length);
		} else exact.set(word, (exact.get(word) ?? 0) | bit);
	}
}

const MAX_TOKENS = 700;
const MAX_LENGTH = 12_000;
const MAX_STEM = 14;
const MAX_KNOWN = 20_000;
const known = new Map<string, number>();

function bitsOf(word: string): number {
	const found = known.get(word);
	if (found !== undefined) return found;
	let bits = exact.get(word) ?? 0;
	for (let length = shortestStem; length <= Math.min(word.length, MAX_STEM); length++)
		bits |= stems.get(word.slice(0, length)) ?? 0;
	if (known.size >= MAX_KNOWN) known.clear();
	known.set(word, bits);
	return bits;
}

/** A text as words, and what they mean. */
export interface ReadText {
	/** The words, in lower case without accents, with one space between them. */
	words: string;
	has(...kinds: WordKind[]): boolean;
	/** Whether words of both kinds are at most so many words apart. */
	near(a: WordKind, b: WordKind, distance: number): boolean;
}

/** Reads the beginning of a text, in linear time. */
export function readWords(text: string): ReadText {
	const tokens =
		foldText(text.slice(0, MAX_LENGTH))
			.match(/[\p{L}\p{N}]{1,40}/gu)
			?.slice(0, MAX_TOKENS) ?? [];
	const at = new Map<number, number[]>();
	tokens.forEach((token, i) => {
		let bits = bitsOf(token);
		for (const { rest, bit } of phrases.get(token) ?? [])
			if (rest.every((word, k) => tokens[i + 1 + k] === word)) bits |= bit;
		for (let bit = 1; bits >= bit; bit <<= 1)
			if ((bits & bit) !== 0) {
				const list = at.get(bit);
				if (list === undefined) at.set(bit, [i]);
				else list.push(i);
			}
	});
	const positions = (kind: WordKind): number[] => at.get(bitOf.get(kind) as number) ?? [];
	return {
		words: ` ${tokens.join(" ")} `,
		has: (...kinds) => kinds.every((kind) => positions(kind).length > 0),
		near(a, b, distance) {
			const others = positions(b);
			let next = 0;
			for (const one of positions(a)) {
				while (next < others.length && (others[next] as number) < one - distance) next++;
				for (let k = next; k < others.length && (others[k] as number) <= one + distance; k++)
					if (others[k] !== one) return true;
			}
			return false;
		},
	};
}
