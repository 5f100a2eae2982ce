import { plural } from "../../../money.ts";
import type { texts as english } from "./webhook.texts.en.ts";

export const texts: typeof english = {
  webhooks: "Webhooks",
  title: "Webhook",
  noSuchWebhook: "Webhook introuvable",
  noSuchWebhookHint: "Il a peut-être été supprimé.",
  loading: "Chargement du webhook",

  rotateQuestion: "Créer un nouveau secret?",
  rotateEffect:
    "Pendant un jour, les messages sont aussi signés avec l’ancien secret. Donnez le nouveau à votre récepteur d’ici là.",
  rotate: "Créer",
  thisWebhook: "ce webhook et son journal",
  deleted: "Webhook supprimé",
  pause: "Suspendre",
  paused: "Webhook suspendu",
  resume: "Réactiver",
  resumed: "Webhook réactivé",
  sendTest: "Envoyer un essai",
  testSent: "Essai envoyé",
  edit: "Modifier",
  editWebhook: "Modifier le webhook",
  saved: "Webhook enregistré",
  newSecret: "Nouveau secret",
  delete: "Supprimer",

  log: "Journal",
  logHint:
    "Ce qui a été envoyé au cours des 14 derniers jours, du plus récent au plus ancien. Un message renvoyé a le même webhook-id, pour que le récepteur reconnaisse une répétition.",
  loadingLog: "Chargement du journal",
  nothingSent: "Rien d’envoyé pour le moment",
  nothingSentHint: "Envoyez un essai pour voir une réponse ici.",
  event: "Événement",
  since: "Depuis",
  state: "État",
  attempts: "Tentatives",
  noAttempts: "Aucune pour le moment",
  earlierAttempts: (attempts) => plural(attempts, "plus ancienne", "plus anciennes"),
  action: "Action",
  replay: "Renvoyer",
  replayOf: (event, time) => `Renvoyer ${event} de ${time}`,
  willReplay: "L’événement sera envoyé de nouveau",
};
