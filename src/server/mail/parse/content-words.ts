import type { ContentFeature } from "#shared/mail/content-features.ts";
import { foldText } from "#shared/search/tokens.ts";

/** Words and phrases of a whole message that show what it is for. Phrases are written with underscores. */
const PHRASES: Partial<Record<ContentFeature, string>> = {
	"asks-for-money": `donate donation donations donating donor donors chip_in pitch_in contribute contribution contributions
		fundraising fundraiser rush_your make_a_gift give_now give_today matching_gift match_your
		spende spenden spendet unterstutzen_sie jetzt_spenden faire_un_don faites_un_don vos_dons donnez donativo dona_ahora
		haz_una_donacion donar doacao doe_agora dona_ora donazione sostieni_ci doneer doneren donera skank_en_gava lahjoita
		wesprzyj darowizna przekaz_darowizne пожертвовать пожертвование`,
	"asks-plainly-for-money": `chip_in chipping_in pitch_in pitching_in donate_now donate_today please_donate can_you_donate
		will_you_donate to_donate_now donate_here consider_donating rush_a_donation rush_your make_a_donation make_a_gift
		make_a_contribution make_your_gift make_your_donation make_your_first_contribution making_a_donation making_a_gift
		making_a_contribution consider_a_gift consider_a_donation send_a_contribution send_in_a_contribution split_a_contribution
		split_a_donation please_contribute can_you_contribute will_you_contribute to_contribute_now contribute_now
		contribute_today please_give give_now give_today will_you_give can_you_give give_monthly give_once a_monthly_gift
		your_gift_today with_your_gift donations_are_matched gifts_are_matched donation_doubled gift_doubled gift_matched
		become_a_sustaining become_a_member become_a_monthly sustaining_member renew_your_membership help_us_raise
		help_us_reach_our_goal support_our_fundraiser support_the_fundraiser support_our_campaign support_the_appeal
		support_our_appeal crowdfunder help_us_pay
		jetzt_spenden spenden_sie mit_ihrer_spende mit_einer_spende mit_deiner_spende spende_jetzt bitte_spenden spendet_jetzt
		ihre_spende_hilft fordermitglied_werden mitglied_werden
		faire_un_don faites_un_don fais_un_don je_donne votre_don_de un_don_de donnez_maintenant je_soutiens adherez
		dona_ahora haz_un_donativo haz_una_donacion haz_tu_donacion hazte_socio hazte_socia con_tu_donativo
		dona_ora fai_una_donazione con_una_donazione sostienici diventa_socio
		doe_agora faca_uma_doacao doneer_nu doe_een_gift steun_ons word_lid word_donateur
		ge_en_gava skank_en_gava bli_manadsgivare stott_oss gi_en_gave stotte_os giv_et_bidrag lahjoita_nyt wesprzyj_nas
		wplac przekaz_darowizne пожертвовать сделайте_пожертвование`,
	"asks-to-sign": `petition petitions signers signatories sign_the sign_now sign_on unterschreiben unterzeichnen
		unterschriften signatures firmas firme assinaturas handtekeningen podpisy петиция`,
	"asks-for-opinion": `take_the_survey take_our_survey take_this_survey take_a_survey short_survey quick_survey
		complete_the_survey complete_our_survey supporter_survey fill_out_our fill_out_the_survey survey_now
		take_the_poll take_our_poll submit_your_response umfrage_teilnehmen an_der_umfrage repondez_au_sondage
		responde_la_encuesta partecipa_al_sondaggio vul_de_enquete`,
	"asks-to-buy": `shop_now buy_now order_now shop_the shop_all add_to_cart your_cart free_shipping free_delivery book_now
		new_arrivals best_sellers bestsellers in_stock gift_card gift_cards upgrade_now subscribe_now get_started start_your
		free_trial try_it_free jetzt_kaufen jetzt_bestellen jetzt_shoppen zum_shop warenkorb versandkostenfrei in_den_warenkorb
		gratis_versand acheter j_achete achetez commandez livraison_gratuite livraison_offerte panier comprar_ahora compra_ahora
		envio_gratis ver_oferta comprar_agora compre_agora frete_gratis acquista_ora spedizione_gratuita scopri_di_piu shop_nu
		bestel_nu koop_nu gratis_verzending handla_nu fri_frakt kop_nu kob_nu kup_teraz darmowa_dostawa купить заказать_сейчас`,
	"asks-to-attend": `rsvp register_now register_today register_here webinar webinars join_us_for reserve_your save_your_seat
		save_the_date tickets get_tickets speakers keynote doors_open anmelden_sie_sich jetzt_anmelden veranstaltung
		veranstaltungen inscrivez inscription registrate inscribete evento iscriviti inscreva schrijf_je_in anmal_dig zapisz_sie`,
	"asks-to-volunteer": `volunteer volunteers volunteering join_the_team join_our_team take_action speak_out call_your
		knock_on phone_bank canvass mitmachen benevole voluntario voluntarios volontario vrijwilliger`,
	"asks-to-confirm": `confirm_your confirm_my please_confirm activate_your verify_your confirming_your email_confirmation
		confirm_subscription complete_your_registration activation_of_your complete_the_activation bestatigen_sie anmeldung_bestatigen confirmez_votre confirma_tu
		confirme_su conferma_la confirme_seu bevestig_je bekrafta_din potwierdz подтвердите`,
	"paid-for": "paid_for_by paid_for_and authorized_by not_authorized_by promoted_by political_action_committee",
	"offers-discount": `percent_off off_your off_everything discount discounts savings save_up save_big sale sales clearance
		half_price reduced_price deal deals special_offer special_offers limited_time exclusive_offer rabatt rabatte reduziert
		sonderangebot ausverkauf angebote remise remises soldes promotion promotions reduction descuento descuentos rebajas
		oferta ofertas desconto descontos sconto sconti saldi offerte korting kortingen aanbieding aanbiedingen uitverkoop rea
		erbjudande tilbud alennus rabat promocja wyprzedaz sleva скидка скидки распродажа акция`,
	"offers-code": `promo_code coupon coupons discount_code use_code code_at voucher vouchers redeem gutschein gutscheincode
		aktionscode rabattcode code_promo cupon codigo_promocional codice_sconto cupom kortingscode rabattkod kod_rabatowy промокод`,
	"names-deadline": `deadline midnight last_chance final_hours hours_left days_left ends_tonight ends_soon ends_today
		expires_soon today_only urgent hurry act_now final_call running_out before_it_s_too_late nur_heute letzte_chance
		nur_noch endet dernier_jour derniere_chance dernieres_heures ultima_oportunidad ultimo_dia ultimi_giorni ultima_chance
		laatste_kans alleen_vandaag sista_chansen ostatnia_szansa`,
	"names-terms": `terms_and_conditions terms_apply conditions_apply while_supplies while_stocks cannot_be_combined not_valid
		valid_until valid_through exclusions offer_ends offer_expires offer_valid solange_der_vorrat gultig_bis nicht_kombinierbar
		offre_valable jusqu_au valido_hasta valida_fino valido_ate geldig_tot`,
	"names-order": `order_number order_no order_id your_order order_total invoice invoice_number receipt subtotal amount_due
		total_due amount_paid payment_received payment_method billing_address vat transaction_id account_number statement
		bestellnummer ihre_bestellung rechnung rechnungsnummer gesamtbetrag zwischensumme mwst votre_commande facture
		numero_de_commande montant tu_pedido numero_de_pedido factura importe_total il_tuo_ordine fattura totale_ordine seu_pedido
		fatura je_bestelling ordernummer factuur din_order faktura ordrenummer zamowienie_nr заказ_номер счет`,
	"names-security": `password passwords verification_code security_code one_time sign_in_to your_account unusual_activity
		if_you_did_not if_this_wasn_t two_step two_factor passwort bestatigungscode sicherheitscode mot_de_passe contrasena
		codigo_de_verificacion codice_di_verifica senha wachtwoord losenord haslo пароль`,
	"names-delivery": `tracking_number track_your has_shipped was_shipped out_for_delivery has_been_delivered estimated_delivery
		shipping_address sendungsnummer sendungsverfolgung zugestellt numero_de_suivi a_ete_expedie ha_sido_enviado
		numero_di_spedizione foi_enviado verzonden track_and_trace skickats numer_przesylki`,
	"names-politics": `congress senate senator congressman congresswoman representative constituents legislation lawmakers
		committee house_of_representatives parliament ministry bill bipartisan district gesetz bundestag ministerium
		ayuntamiento gobierno mairie ministere governo regering`,
	"names-research": `report policy research study studies analysis op_ed commentary scholars paper institute economists
		findings university press_release op-ed podcast studie forschung bericht etude estudio ricerca onderzoek`,
	"thanks-for-payment": `thank_you_for_your_donation thank_you_for_your_gift thank_you_for_your_contribution
		thank_you_for_your_generous thank_you_for_your_order thank_you_for_your_purchase thank_you_for_your_payment
		thanks_for_your_donation thanks_for_your_gift thanks_for_your_contribution thanks_for_your_order
		thanks_for_your_purchase thanks_for_your_payment donation_receipt gift_receipt payment_receipt your_receipt
		receipt_for_your tax_receipt as_your_receipt receipt_from contribution_was_received donation_was_received
		payment_was_received received_your_donation received_your_gift received_your_contribution received_your_payment
		order_confirmation payment_confirmation donation_confirmation booking_confirmation
		vielen_dank_fur_ihre_spende danke_fur_ihre_spende danke_fur_deine_spende spendenbescheinigung spendenquittung
		zuwendungsbestatigung zahlungseingang zahlungsbestatigung bestellbestatigung
		merci_pour_votre_don merci_de_votre_don recu_fiscal confirmation_de_paiement confirmation_de_commande
		gracias_por_tu_donacion gracias_por_su_donacion gracias_por_tu_donativo recibido_tu_donacion gracias_por_tu_compra
		gracias_por_su_compra recibo_de_tu recibo_de_su grazie_per_la_tua_donazione ricevuta_della grazie_per_il_tuo_acquisto
		obrigado_pela_sua_doacao bedankt_voor_je_donatie bedankt_voor_uw_gift bedankt_voor_je_bestelling
		tack_for_din_gava tack_for_ditt_kop takk_for_gaven dziekujemy_za_wplate спасибо_за_пожертвование`,
	welcomes: `welcome_to thank_you_for_subscribing thanks_for_subscribing thank_you_for_signing thanks_for_signing
		thanks_for_joining thank_you_for_joining thank_you_for_registering thanks_for_registering thanks_for_signing_up thank_you_for_signing_up welcome_aboard thank_you_for_your_interest successfully_subscribed
		you_are_now_subscribed you_re_now_subscribed you_are_now_receiving you_are_now_on subscription_confirmed
		subscription_is_confirmed and_welcome glad_to_have_you willkommen_bei danke_fur_ihre_anmeldung
		vielen_dank_fur_ihre_anmeldung merci_pour_votre_inscription merci_de_votre_inscription gracias_por_suscribirte
		gracias_por_registrarte grazie_per_esserti bedankt_voor_je_aanmelding tack_for_din_anmalan bienvenue bienvenido bienvenida benvenuto bem_vindo welkom_bij valkommen_till witamy`,
	"says-why-received": `you_are_receiving you_re_receiving you_received_this this_email_was_sent this_message_was_sent
		why_did_i_get sie_erhalten_diese diese_e_mail_wurde vous_recevez ce_message recibe_este has_recibido ricevi_questa
		voce_esta_recebendo je_ontvangt u_ontvangt du_far_detta`,
	"names-copyright":
		"all_rights_reserved alle_rechte_vorbehalten tous_droits todos_los_derechos tutti_i_diritti copyright",
	"view-in-browser": `view_in_browser view_this_email view_in_your view_online view_as_a in_your_browser web_version
		having_trouble_viewing read_online open_in_browser im_browser browseransicht online_ansehen version_en_ligne
		dans_votre_navigateur ver_en_el_navegador ver_en_navegador nel_browser ver_no_navegador in_je_browser webversie
		i_webblasaren w_przegladarce в_браузере`,
	"forward-to-friend":
		"forward_to_a forward_this share_this tell_a_friend an_freunde weiterempfehlen transferer_a reenviar_a",
	"reads-on": `read_more learn_more continue_reading read_the full_story see_more more_info view_more weiterlesen
		mehr_erfahren mehr_lesen lire_la_suite en_savoir_plus leer_mas saber_mas mas_informacion leggi_tutto scopri_di leia_mais
		saiba_mais lees_meer lees_verder las_mer les_mer lue_lisaa czytaj_dalej подробнее`,
	"signed-by-person": `best_regards kind_regards warm_regards sincerely cheers yours_truly best_wishes in_solidarity
		mit_freundlichen viele_grusse liebe_grusse cordialement bien_a_vous saludos atentamente un_saludo cordiali_saluti
		atenciosamente met_vriendelijke vanliga_halsningar med_vennlig pozdrawiam с_уважением`,
};

/** Phrases of which one is enough, however often a feature's other words must appear. */
const PLAIN_PHRASES: Partial<Record<ContentFeature, string>> = {
	"asks-to-sign": `add_your_name add_your_voice add_your_signature sign_your_name sign_the_petition sign_this_petition
		sign_our_petition sign_my_petition sign_the_letter sign_our_letter sign_the_open_letter sign_the_pledge
		sign_the_statement sign_the_call citizen_co_sponsor petition_unterzeichnen petition_unterschreiben
		jetzt_unterschreiben jetzt_unterzeichnen signez_la signez_maintenant signer_la_petition je_signe firma_la_peticion
		firma_ahora firmar_ahora necesitamos_tu_firma firma_la_petizione firma_ora firma_anche_tu assine_a assine_agora
		teken_de_petitie teken_nu skriv_under podpisz_petycje podpisz_apel подпишите_петицию`,
};
const PLAIN_COUNT = 2;

interface Phrase {
	rest: readonly string[];
	feature: ContentFeature;
	/** How many of the feature's words it counts as. */
	count: number;
}

/** Phrases by their first word. */
const BY_FIRST_WORD: ReadonlyMap<string, readonly Phrase[]> = byFirstWord();

function byFirstWord(): Map<string, Phrase[]> {
	const found = new Map<string, Phrase[]>();
	const add = (lists: typeof PHRASES, count: number): void => {
		for (const [feature, list] of Object.entries(lists) as [ContentFeature, string][])
			for (const phrase of new Set(foldText(list).split(/\s+/))) {
				const [first = "", ...rest] = phrase.split(/[_-]/);
				found.set(first, [...(found.get(first) ?? []), { rest, feature, count }]);
			}
	};
	add(PHRASES, 1);
	add(PLAIN_PHRASES, PLAIN_COUNT);
	return found;
}

const WORD = /[\p{L}\p{M}]{1,40}/gu;
const ASCII_WORD = /[a-z]{1,40}/g;

/** How often the text uses the words of each feature. @param folded see `foldText` */
export function countPhrases(folded: string): Map<ContentFeature, number> {
	const counts = new Map<ContentFeature, number>();
	// biome-ignore lint/suspicious/noControlCharactersInRegex: tells ASCII from the rest
	const words = folded.match(/^[\x00-\x7f]*$/.test(folded) ? ASCII_WORD : WORD) ?? [];
	for (let i = 0; i < words.length; i++) {
		const phrases = BY_FIRST_WORD.get(words[i] as string);
		if (phrases === undefined) continue;
		for (const { rest, feature, count } of phrases)
			if (rest.every((word, k) => words[i + 1 + k] === word)) counts.set(feature, (counts.get(feature) ?? 0) + count);
	}
	return counts;
}
