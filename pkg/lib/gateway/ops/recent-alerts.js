// The recent alerts of this isolate, for operators; the log has all alerts.

/** Maximum different alerts that are remembered. */
const MAX_ALERTS = 20;

export function createRecentAlerts() {
  /** Alerts by the fields that identify them, the most recent last. */
  const alertsByKey = new Map();
  return {
    /** @param {{ time: string, level: string, code: string, alert: string, network?: string, upstream?: number }} row */
    add(row) {
      const { code, alert, network, upstream } = row;
      const key = `${code} ${network} ${upstream} ${alert}`;
      const { count = 0 } = alertsByKey.get(key) ?? {};
      alertsByKey.delete(key);
      alertsByKey.set(key, { ...row, count: count + 1 });
      if (alertsByKey.size > MAX_ALERTS) alertsByKey.delete(alertsByKey.keys().next().value);
    },
    /** Returns the alerts, the most recent first. */
    list: () => [...alertsByKey.values()].reverse(),
  };
}
