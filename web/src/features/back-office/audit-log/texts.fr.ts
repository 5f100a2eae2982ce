import { plural } from "../../../money.ts";
import type { texts as english, actions as englishActions } from "./texts.en.ts";

export const texts: typeof english = {
  title: "Journal d’audit",
  intro:
    "Ce que les administrateurs et le personnel ont fait dans le tableau de bord, et ce qui a été fait sur le serveur de la boutique.",
  person: "Personne (courriel)",
  action: "Action",
  allActions: "Toutes les actions",
  from: "Du",
  to: "Au",
  entries: (count) => plural(count, "entrée", "entrées"),
  loading: "Chargement du journal d’audit",
  noneTitle: "Aucune entrée pour le moment",
  none: "Ce que font les administrateurs et le personnel s’affiche ici.",
  emptyTitle: "Aucune entrée correspondante",
  empty: "Aucune entrée ne correspond à ces filtres.",
  showAll: "Afficher toutes les entrées",
  server: "Le serveur de la boutique",
  deletedAccount: "Un compte supprimé",
  apiKey: (name) => `(clé d’API ${name})`,
  order: (number) => `la commande ${number}`,
  unnamed: "sans nom",
  unknownAction: (action) => `a fait\u00a0: ${action}.`,
};

const ACCOUNT = "un compte supprimé";
const ORDER = "une commande supprimée";
const UNPAID_ORDER = "une commande impayée";

// No subject follows “de”, which would have to become “d’” before some.
export const actions: typeof englishActions = {
  grant_admin: {
    title: "Nommer un administrateur",
    text: "a nommé {} administrateur",
    missing: ACCOUNT,
  },
  revoke_admin: {
    title: "Retirer un administrateur",
    text: "a retiré le rôle d’administrateur à {}",
    missing: ACCOUNT,
  },
  grant_staff: {
    title: "Ajouter au personnel",
    text: "a ajouté {} au personnel",
    missing: ACCOUNT,
  },
  revoke_staff: {
    title: "Retirer du personnel",
    text: "a retiré {} du personnel",
    missing: ACCOUNT,
  },
  block_account: { title: "Bloquer un compte", text: "a bloqué {}", missing: ACCOUNT },
  unblock_account: { title: "Débloquer un compte", text: "a débloqué {}", missing: ACCOUNT },
  edit_customer_notes: {
    title: "Modifier les notes sur un client",
    text: "a modifié les notes sur {}",
    missing: ACCOUNT,
  },
  turn_on_second_factor: {
    title: "Activer la vérification en deux étapes",
    text: "a activé la vérification en deux étapes pour {}",
    missing: ACCOUNT,
  },
  turn_off_second_factor: {
    title: "Désactiver la vérification en deux étapes",
    text: "a désactivé la vérification en deux étapes pour {}",
    missing: ACCOUNT,
  },
  change_email: {
    title: "Modifier une adresse courriel",
    text: "a modifié l’adresse courriel de {}",
    missing: ACCOUNT,
  },
  add_tool: { title: "Ajouter un outil", text: "a ajouté l’outil {}" },
  edit_tool: { title: "Modifier un outil", text: "a modifié l’outil {}" },
  delete_tool: { title: "Supprimer un outil", text: "a supprimé l’outil {}" },
  restore_tool: { title: "Restaurer un outil", text: "a restauré l’outil {}" },
  import_tools: { title: "Importer des outils", text: "a importé des outils d’un fichier" },
  add_category: { title: "Ajouter une catégorie", text: "a ajouté une catégorie" },
  edit_category: { title: "Modifier une catégorie", text: "a modifié une catégorie" },
  delete_category: { title: "Supprimer une catégorie", text: "a supprimé une catégorie" },
  adjust_stock: { title: "Corriger le stock", text: "a corrigé le stock de l’outil {}" },
  enter_order: { title: "Saisir une commande", text: "a saisi {}", missing: UNPAID_ORDER },
  ship_order: { title: "Expédier une commande", text: "a expédié {}", missing: ORDER },
  change_tracking: {
    title: "Modifier le suivi",
    text: "a modifié le suivi pour {}",
    missing: ORDER,
  },
  correct_contact: {
    title: "Modifier une adresse",
    text: "a modifié l’adresse pour {}",
    missing: ORDER,
  },
  edit_order_notes: {
    title: "Modifier les notes sur une commande",
    text: "a modifié les notes sur {}",
    missing: ORDER,
  },
  delete_order: { title: "Supprimer une commande", text: "a supprimé {}", missing: UNPAID_ORDER },
  record_payment: {
    title: "Enregistrer un paiement",
    text: "a enregistré un paiement pour {}",
    missing: ORDER,
  },
  refund_order: { title: "Rembourser une commande", text: "a remboursé {}", missing: ORDER },
  refund_part: {
    title: "Rembourser une partie d’une commande",
    text: "a remboursé {} en partie",
    missing: ORDER,
  },
  refund_payment: {
    title: "Rembourser un paiement",
    text: "a remboursé un paiement sans commande",
  },
  hide_review: { title: "Masquer un avis", text: "a masqué un avis" },
  publish_review: { title: "Publier un avis", text: "a publié un avis" },
  reply_to_review: { title: "Répondre à un avis", text: "a répondu à un avis" },
  delete_review: { title: "Supprimer un avis", text: "a supprimé un avis" },
  add_post: { title: "Écrire un article", text: "a écrit un article" },
  edit_post: { title: "Modifier un article", text: "a modifié un article" },
  publish_post: { title: "Publier un article", text: "a publié un article" },
  unpublish_post: {
    title: "Remettre un article en brouillon",
    text: "a remis un article à l’état de brouillon",
  },
  delete_post: { title: "Supprimer un article", text: "a supprimé un article" },
  resend_email: { title: "Renvoyer un courriel", text: "a renvoyé un courriel" },
  create_api_key: { title: "Créer une clé d’API", text: "a créé la clé d’API {}" },
  revoke_api_key: { title: "Supprimer une clé d’API", text: "a supprimé la clé d’API {}" },
  add_discount_code: { title: "Ajouter un code de rabais", text: "a ajouté un code de rabais" },
  end_discount_code: {
    title: "Mettre fin à un code de rabais",
    text: "a mis fin à un code de rabais",
  },
  save_redirect: {
    title: "Rediriger une ancienne adresse",
    text: "a redirigé une ancienne adresse vers une page",
  },
  delete_redirect: {
    title: "Supprimer une ancienne adresse",
    text: "a supprimé une ancienne adresse",
  },
  import_reviews: {
    title: "Importer des avis",
    text: "a importé des avis de l’ancienne boutique",
  },
  import_customers: {
    title: "Importer des clients",
    text: "a importé des clients de l’ancienne boutique",
  },
  import_former_orders: {
    title: "Importer d’anciennes commandes",
    text: "a importé des commandes de l’ancienne boutique",
  },
  delete_former_orders: {
    title: "Supprimer d’anciennes commandes",
    text: "a supprimé les commandes d’une importation",
  },
  import_redirects: {
    title: "Importer d’anciennes adresses",
    text: "a importé d’anciennes adresses",
  },
  add_webhook: { title: "Ajouter un webhook", text: "a ajouté un webhook" },
  edit_webhook: { title: "Modifier un webhook", text: "a modifié un webhook" },
  delete_webhook: { title: "Supprimer un webhook", text: "a supprimé un webhook" },
  rotate_webhook_secret: {
    title: "Remplacer le secret d’un webhook",
    text: "a remplacé le secret d’un webhook",
  },
  test_webhook: { title: "Tester un webhook", text: "a envoyé un essai à un webhook" },
  replay_webhook: {
    title: "Renvoyer un message d’un webhook",
    text: "a renvoyé le message d’un webhook",
  },
  test_email: { title: "Tester les courriels", text: "a envoyé un courriel d’essai" },
  test_payments: {
    title: "Tester les paiements par carte",
    text: "a testé les paiements par carte",
  },
  edit_shop_settings: {
    title: "Modifier les paramètres",
    text: "a modifié {}",
    missing: "les paramètres de la boutique",
  },
};
