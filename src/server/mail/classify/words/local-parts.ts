/** What an address's local part says about the sender, in the languages that mail is sent in. */

export type LocalKind = "machine" | "news" | "offers" | "notices" | "office";

const WORDS: Record<LocalKind, string> = {
	machine: `noreply no-reply noreplies donotreply do-not-reply dontreply do_not_reply nepasrepondre ne-pas-repondre
		noresponder no-responder naoresponder nao-responda naoresponda noresponda keineantwort keine-antwort nichtantworten
		nicht-antworten antwortenicht nonrispondere non-rispondere norispondere geenantwoord geen-antwoord nietantwoorden
		nietbeantwoorden niet-beantwoorden svarej svar-ej inte-svara ikkesvar ikke-svar svar-ikke eivastata ei-vastauksia
		nieodpowiadaj nie-odpowiadaj neodpovidat neodpovidejte neotvechat ne-otvechat neotvechaj cevaplamayin yanitlamayin
		nu-raspunde neraspundeti nevalaszoljon mailerdaemon mailer-daemon postmaster bounce bounces robot bot daemon auto
		automail automated automatic automatisch automatique system sysadmin root cron nobody www-data apache server mailer
		rssfeed feed feeds`,
	news: `newsletter newsletters news nl letter letters boletin boletines boletim nieuwsbrief infolettre infobrief lettre
		mailing mailings nyhetsbrev nyhedsbrev nyhetsbrevet uutiskirje hirlevel biuletyn rassylka novosti notiziario bulletin
		bulten haber digest daily weekly monthly tagesbrief rundbrief rundschreiben editor editors editorial redaktion
		redaction redaccion redazione redactie headlines briefing subscriptions subscription subscriber subscribers publisher
		magazine zeitung journal gazette noticias actualites aktuelles nieuws nyheter zpravodaj izvestiya`,
	offers: `offers offer deals deal promo promos promotion promotions promociones promocao promozioni sales sale marketing
		shop shopping store boutique tienda loja negozio winkel butik magasin angebot angebote aktion aktionen ofertas oferta
		offres offre offerte aanbieding aanbiedingen rabatt rabatte discount discounts coupon coupons rewards reward bonus
		club loyalty campaign campaigns kampagne membership members fundraising donate giving appeals outlet gutschein
		specials crm ecrm hotdeals bestellen bazar akcie skidki indirim`,
	notices: `notification notifications notify notifier notices notice alert alerts alerte alertes alertas aviso avisos
		avviso avvisi hinweis benachrichtigung benachrichtigungen notificacion notificaciones notifica notifiche melding
		meldingen varsel varsling ilmoitus powiadomienia uvedomlenie bildirim update updates account accounts konto cuenta
		compte conto rekening service services kundenservice security sicherheit seguridad securite verify verification
		confirm confirmation confirmations bestaetigung billing invoice invoices invoicing rechnung rechnungen buchhaltung
		facture factures facturation factura facturas facturacion fattura fatture factuur facturen faktura order orders
		bestellung bestellungen commande commandes pedido pedidos encomenda ordine ordini bestelling bestellingen ordre tilaus
		zamowienie shipping shipment shipments tracking delivery deliveries versand lieferung livraison envio envios spedizione
		spedizioni verzending bezorging leverans levering receipt receipts recibo recibos ricevuta payment payments zahlung
		paiement paiements pago pagos pagamento pagamenti betaling statement statements reminder reminders erinnerung rappel
		recordatorio promemoria herinnering booking bookings buchung reservation reservations reserva reservas prenotazione
		reservering ticket tickets tickettailor calendar kalender status build builds ci jobs monitoring report reports`,
	office: `info infos contact contacto contatto kontakt kontakte contato hello hallo hola bonjour salut ciao hi hej hei
		welcome team crew office buero bureau oficina ufficio kantoor support help hilfe aide ayuda aiuto hulp helpdesk admin
		administration administrator webmaster press presse prensa stampa feedback care customercare customerservice
		customersupport kundendienst service-client reply replies mail email post outreach community events veranstaltungen
		membership-office secretary sekretariat`,
};

/** Words of a local part and what they indicate. */
export const LOCAL_PARTS: ReadonlyMap<string, LocalKind> = new Map(
	Object.entries(WORDS).flatMap(([kind, words]) =>
		words.split(/\s+/).map((word) => [word, kind as LocalKind] as const),
	),
);
