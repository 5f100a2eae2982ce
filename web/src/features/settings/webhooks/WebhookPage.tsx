import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate, useParams } from "react-router";
import type { Webhook, WebhookDelivery } from "../../../api/client.ts";
import { formatTime } from "../../../date.ts";
import { paths } from "../../../pages.ts";
import { BackLink } from "../../../ui/BackLink.tsx";
import { Button } from "../../../ui/Button.tsx";
import { DateText } from "../../../ui/DateText.tsx";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { LoadError } from "../../../ui/LoadError.tsx";
import { report } from "../../../ui/report.ts";
import { ShowMore } from "../../../ui/ShowMore.tsx";
import { Spinner } from "../../../ui/Spinner.tsx";
import { Table } from "../../../ui/Table.tsx";
import { TableSkeleton } from "../../../ui/TableSkeleton.tsx";
import { showToast } from "../../../ui/toast.tsx";
import { useConfirm, useConfirmDelete } from "../../../ui/use-confirm.tsx";
import { deliveriesQuery, useWebhookChanges, webhooksQuery } from "./queries.ts";
import { SecretDialog } from "./SecretDialog.tsx";
import { WebhookDialog } from "./WebhookDialog.tsx";
import { texts } from "./webhook.texts.en.ts";
import { DELIVERY_STATES, describeAttempt, describeState } from "./webhooks.ts";

/** The owner's page of one webhook, and what its receiver answered. */
export default function WebhookPage() {
  const { id = "" } = useParams();
  const { data, error, refetch } = useQuery(webhooksQuery);
  const webhook = data?.find(({ _id }) => _id === id);
  return (
    <>
      <BackLink to={paths.webhooks}>{texts.webhooks}</BackLink>
      <h1 className="text-title">{texts.title}</h1>
      {webhook ? (
        <>
          <WebhookHead webhook={webhook} />
          <DeliveryLog webhook={webhook} />
        </>
      ) : data ? (
        <div className="mt-8">
          <EmptyState title={texts.noSuchWebhook}>{texts.noSuchWebhookHint}</EmptyState>
        </div>
      ) : error ? (
        <div className="mt-8">
          <LoadError error={error} onRetry={() => void refetch()} />
        </div>
      ) : (
        <Spinner label={texts.loading} />
      )}
    </>
  );
}

function WebhookHead({ webhook }: { webhook: Webhook }) {
  const { _id: id, url, events, pausedAt } = webhook;
  const changes = useWebhookChanges();
  const navigate = useNavigate();
  const [isEditing, setIsEditing] = useState(false);
  const [secret, setSecret] = useState<string>();
  const { color, title, advice } = describeState(webhook);
  const close = () => setIsEditing(false);

  const rotation = useConfirm<Webhook>({
    question: () => ({
      title: texts.rotateQuestion,
      text: <p>{texts.rotateEffect}</p>,
      button: texts.rotate,
    }),
    run: async () => {
      setSecret((await changes.rotate.mutateAsync(id)).secret);
      return undefined;
    },
  });
  const deletion = useConfirmDelete<Webhook>({
    nameOf: () => texts.thisWebhook,
    remove: async () => {
      await changes.remove.mutateAsync(id);
      void navigate(paths.webhooks);
      return { kind: "success", text: texts.deleted };
    },
  });

  return (
    <>
      <p className="mt-4 text-lg wrap-anywhere">{url}</p>
      <p className="mt-1">
        <code className="text-sm text-quiet">{events.join(", ")}</code>
      </p>
      <div role="status" className="mt-5 border-l-2 border-rule-strong py-1 pl-5">
        <p className={`font-medium ${color}`}>{title}</p>
        {advice && <p className="mt-1 max-w-prose">{advice}</p>}
      </div>
      <div className="mt-6 flex flex-wrap gap-3">
        <Button
          variant={pausedAt ? "primary" : "outline"}
          small
          busy={changes.edit.isPending}
          onClick={() =>
            void report(
              changes.edit.mutateAsync({ id, url, events, paused: !pausedAt }),
              pausedAt ? texts.resumed : texts.paused,
              { buttonStays: true },
            )
          }
        >
          {pausedAt ? texts.resume : texts.pause}
        </Button>
        {!pausedAt && (
          <Button
            variant="outline"
            small
            busy={changes.test.isPending}
            onClick={() =>
              void report(changes.test.mutateAsync(id), texts.testSent, { buttonStays: true })
            }
          >
            {texts.sendTest}
          </Button>
        )}
        <Button variant="outline" small onClick={() => setIsEditing(true)}>
          {texts.edit}
        </Button>
        <Button variant="outline" small onClick={() => rotation.ask(webhook)}>
          {texts.newSecret}
        </Button>
        <Button variant="outline" small onClick={() => deletion.ask(webhook)}>
          {texts.delete}
        </Button>
      </div>
      <WebhookDialog
        title={texts.editWebhook}
        open={isEditing}
        first={{ url, events, paused: Boolean(pausedAt) }}
        onClose={close}
        onSave={async (choice) => {
          await changes.edit.mutateAsync({ id, ...choice });
          close();
          showToast("success", texts.saved);
        }}
      />
      {rotation.dialog}
      {deletion.dialog}
      <SecretDialog secret={secret} isNew onClose={() => setSecret(undefined)} />
    </>
  );
}

function DeliveryLog({ webhook }: { webhook: Webhook }) {
  const list = useInfiniteQuery(deliveriesQuery(webhook._id));
  const { data, error, refetch } = list;
  const deliveries = data?.pages.flatMap((page) => page.rows);
  return (
    <section className="mt-12" aria-labelledby="log">
      <h2 id="log" className="text-heading">
        {texts.log}
      </h2>
      <p className="mt-2 max-w-prose text-sm text-quiet">{texts.logHint}</p>
      <div className="mt-5">
        {deliveries ? (
          <DeliveriesTable webhook={webhook} deliveries={deliveries} />
        ) : error ? (
          <LoadError error={error} onRetry={() => void refetch()} />
        ) : (
          <TableSkeleton label={texts.loadingLog} />
        )}
      </div>
      <ShowMore list={list} className="mt-8" />
    </section>
  );
}

interface DeliveriesTableProps {
  webhook: Webhook;
  deliveries: WebhookDelivery[];
}

function DeliveriesTable({ webhook, deliveries }: DeliveriesTableProps) {
  if (deliveries.length === 0)
    return <EmptyState title={texts.nothingSent}>{texts.nothingSentHint}</EmptyState>;
  return (
    <Table
      caption={texts.log}
      rows={deliveries}
      rowKey={({ _id }) => _id}
      columns={[
        {
          title: texts.event,
          rowHeader: true,
          className: "sm:min-w-28",
          cell: ({ event }) => <code className="text-sm">{event}</code>,
        },
        {
          title: texts.since,
          className: "sm:min-w-36",
          cell: ({ createdAt }) => <Moment at={createdAt} />,
        },
        {
          title: texts.state,
          className: "sm:min-w-20",
          cell: ({ state }) => (
            <span className={DELIVERY_STATES[state].color}>{DELIVERY_STATES[state].text}</span>
          ),
        },
        {
          title: texts.attempts,
          className: "sm:min-w-44 text-sm",
          cell: ({ attempts }) => <Attempts attempts={attempts} />,
        },
        {
          title: texts.action,
          place: "action",
          cell: (delivery) =>
            delivery.state !== "queued" && <ReplayButton webhook={webhook} delivery={delivery} />,
        },
      ]}
    />
  );
}

const Moment = ({ at }: { at: string }) => (
  <>
    <DateText at={at} />
    <span className="row-note">{formatTime(Date.parse(at))}</span>
  </>
);

const SHOWN_ATTEMPTS = 3;

function Attempts({ attempts }: { attempts: WebhookDelivery["attempts"] }) {
  if (attempts.length === 0) return <span className="text-quiet">{texts.noAttempts}</span>;
  const line = (attempt: WebhookDelivery["attempts"][number]) => (
    <li key={attempt.at} className="figures">
      {formatTime(Date.parse(attempt.at))} {describeAttempt(attempt)}
    </li>
  );
  const earlier = attempts.slice(SHOWN_ATTEMPTS);
  return (
    <>
      <ol>{attempts.slice(0, SHOWN_ATTEMPTS).map(line)}</ol>
      {earlier.length > 0 && (
        <details>
          <summary className="cursor-pointer py-1 underline underline-offset-4">
            {texts.earlierAttempts(earlier.length)}
          </summary>
          <ol>{earlier.map(line)}</ol>
        </details>
      )}
    </>
  );
}

function ReplayButton({ webhook, delivery }: { webhook: Webhook; delivery: WebhookDelivery }) {
  const { replay } = useWebhookChanges();
  const replayIt = () =>
    report(replay.mutateAsync({ id: webhook._id, delivery: delivery._id }), texts.willReplay, {
      kind: "info",
    });
  return (
    <Button
      variant="outline"
      small
      busy={replay.isPending}
      aria-label={texts.replayOf(delivery.event, formatTime(Date.parse(delivery.createdAt)))}
      onClick={() => void replayIt()}
    >
      {texts.replay}
    </Button>
  );
}
