// The last alerts of this isolate, for the operator who looks: the log has all of them.

/** Most different alerts. */
const MOST = 20;

export function createRecentAlerts() {
  /** Alerts by their constant fields, the most recent last. */
  const all = new Map();
  return {
    /** @param {{ time: string, level: string, code: string, alert: string, network?: string, upstream?: number }} row */
    add(row) {
      const { code, alert, network, upstream } = row;
      const key = `${code} ${network} ${upstream} ${alert}`;
      const { count = 0 } = all.get(key) ?? {};
      all.delete(key);
      all.set(key, { ...row, count: count + 1 });
      if (all.size > MOST) all.delete(all.keys().next().value);
    },
    /** The one of late first. */
    list: () => [...all.values()].reverse(),
  };
}
