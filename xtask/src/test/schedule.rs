//! Which step starts next: the one with the most work behind it, as soon as what it needs is done, its
//! locks are free and a slot is left. Decides only; [`crate::test`] runs the steps.

/// Something that only one step may use at a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Lock {
    /// `target/debug`: two cargo processes in it would only wait for each other.
    Cargo,
    /// `target/wasm`, for the same reason.
    Wasm,
    /// apt installs one thing at a time.
    Apt,
}

/// The steps that may run at the same time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Beside {
    /// Anything.
    #[default]
    All,
    /// Anything of lower priority: it measures waiting times, and leaves the CPUs idle meanwhile.
    Waiting,
    /// Nothing: it measures load.
    Nothing,
}

/// Whether a run with a limit of time does a step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Want {
    /// Whatever the time.
    #[default]
    Always,
    /// While another step that is wanted needs it.
    IfNeeded,
    /// If it fits; of two such steps the one with the lower number starts first.
    IfTime(usize),
}

/// A step, as far as its start depends on it.
#[derive(Debug, Default)]
pub(crate) struct Job {
    /// How long it will take, in seconds.
    pub(crate) seconds: f64,
    /// The steps that must pass first, by index.
    pub(crate) needs: Vec<usize>,
    /// The resources that only one step may use at a time.
    pub(crate) locks: Vec<Lock>,
    /// How many slots it takes; 0 for one that waits for the network.
    pub(crate) slots: usize,
    /// The steps that may run at the same time.
    pub(crate) beside: Beside,
    /// Whether it is left out when time is short.
    pub(crate) want: Want,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Waiting,
    Running,
    Passed,
    /// Failed, or not run because something that it needs failed.
    Lost,
}

/// The steps of a run and how far they are.
#[derive(Debug)]
pub(crate) struct Schedule {
    jobs: Vec<Job>,
    states: Vec<State>,
    /// The waiting steps in the order in which they are considered.
    order: Vec<usize>,
    slots: usize,
    /// Steps can have a lower priority than others.
    has_priorities: bool,
}

impl Schedule {
    /// `slots`: how many steps run side by side. Without priorities, steps that measure waiting times run beside one another
    /// only.
    pub(crate) fn new(jobs: Vec<Job>, slots: usize, has_priorities: bool) -> Self {
        let length: Vec<f64> = (0..jobs.len()).map(|at| weight(&jobs, at)).collect();
        let mut order: Vec<usize> = (0..jobs.len()).collect();
        let key = |at: &usize| length.get(*at).copied().unwrap_or(0.0);
        let rank = |at: &usize| match jobs.get(*at).map(|job| job.want) {
            Some(Want::IfTime(rank)) => rank,
            _ => 0,
        };
        order.sort_by(|a, b| rank(a).cmp(&rank(b)).then_with(|| key(b).total_cmp(&key(a))));
        Self { states: vec![State::Waiting; jobs.len()], jobs, order, slots: slots.max(1), has_priorities }
    }

    /// Takes the step to start now, if one may.
    pub(crate) fn take(&mut self) -> Option<usize> {
        let running: Vec<&Job> = self.with(State::Running).collect();
        // A waiting step with a higher priority takes no slot from the others.
        let slots = |job: &Job| {
            if self.has_priorities && job.beside == Beside::Waiting { 0 } else { job.slots.min(self.slots) }
        };
        let used: usize = running.iter().map(|job| slots(job)).sum();
        // Steps that need the machine for themselves come last, so the others never wait for it.
        let left = |beside| self.with(State::Waiting).any(|job| job.beside == beside);
        let others_left = left(Beside::All);
        let free = |job: &Job| {
            let fits = used + slots(job) <= self.slots;
            let unlocked =
                !running.iter().any(|other| other.locks.iter().any(|lock| job.locks.contains(lock)));
            let undisturbed = match job.beside {
                Beside::All => running.iter().all(|other| match other.beside {
                    Beside::All => true,
                    Beside::Waiting => self.has_priorities,
                    Beside::Nothing => false,
                }),
                // Two at a time, so that neither waits for the other's work.
                Beside::Waiting if self.has_priorities => {
                    running.iter().filter(|other| other.beside == Beside::Waiting).count() < 2
                        && running.iter().all(|other| other.beside != Beside::Nothing)
                }
                Beside::Waiting => {
                    !others_left && running.iter().all(|other| other.beside == Beside::Waiting)
                }
                Beside::Nothing => !others_left && !left(Beside::Waiting) && running.is_empty(),
            };
            let ready = job.needs.iter().all(|need| self.states.get(*need) == Some(&State::Passed));
            fits && unlocked && undisturbed && ready
        };
        let next = self.order.iter().position(|at| self.jobs.get(*at).is_some_and(free))?;
        let next = self.order.remove(next);
        self.set(next, State::Running);
        Some(next)
    }

    /// Notes how a running step ended; gives the steps that cannot run now, in the order of the list.
    pub(crate) fn end(&mut self, at: usize, passed: bool) -> Vec<usize> {
        self.set(at, if passed { State::Passed } else { State::Lost });
        let mut lost = Vec::new();
        loop {
            let states = &self.states;
            let needs_lost = |job: &Job| job.needs.iter().any(|need| states.get(*need) == Some(&State::Lost));
            let next = self.order.iter().position(|at| self.jobs.get(*at).is_some_and(needs_lost));
            let Some(next) = next else { break };
            let next = self.order.remove(next);
            self.set(next, State::Lost);
            lost.push(next);
        }
        lost.sort_unstable();
        lost
    }

    /// Takes out the waiting steps that would not end in time, and those that nothing needs any more; gives the former.
    pub(crate) fn leave_out(&mut self, seconds_left: f64) -> Vec<usize> {
        let late = |at: &usize| {
            let wanted = self.jobs.get(*at).map(|job| job.want);
            matches!(wanted, Some(Want::IfTime(_))) && self.seconds_to_end(*at) > seconds_left
        };
        let late: Vec<usize> = self.order.iter().copied().filter(late).collect();
        late.iter().for_each(|at| self.set(*at, State::Lost));
        loop {
            let waits = |at: usize| self.states.get(at) == Some(&State::Waiting);
            let needed = |at: usize| {
                self.jobs.iter().enumerate().any(|(other, job)| waits(other) && job.needs.contains(&at))
            };
            let idle = |at: &usize| {
                waits(*at) && self.jobs.get(*at).is_some_and(|job| job.want == Want::IfNeeded) && !needed(*at)
            };
            let Some(idle) = self.order.iter().copied().find(idle) else { break };
            self.set(idle, State::Lost);
        }
        let states = &self.states;
        self.order.retain(|at| states.get(*at) == Some(&State::Waiting));
        late
    }

    /// How long a waiting step takes, with the longest chain of steps before it that have not started.
    fn seconds_to_end(&self, at: usize) -> f64 {
        let Some(job) = self.jobs.get(at) else { return 0.0 };
        if self.states.get(at) != Some(&State::Waiting) {
            return 0.0;
        }
        job.seconds + job.needs.iter().map(|need| self.seconds_to_end(*need)).fold(0.0, f64::max)
    }

    /// How many steps have not started.
    pub(crate) fn waiting(&self) -> usize {
        self.order.len()
    }

    fn with(&self, state: State) -> impl Iterator<Item = &Job> {
        self.jobs.iter().zip(&self.states).filter(move |(_, now)| **now == state).map(|(job, _)| job)
    }

    fn set(&mut self, at: usize, state: State) {
        if let Some(now) = self.states.get_mut(at) {
            *now = state;
        }
    }
}

/// How long a step and all steps that wait for it take: what much work waits for starts first.
fn weight(jobs: &[Job], at: usize) -> f64 {
    let mut waiting = vec![at];
    let mut next = 0;
    while let Some(&one) = waiting.get(next) {
        let after =
            jobs.iter().enumerate().filter(|(_, job)| job.needs.contains(&one)).map(|(other, _)| other);
        let new: Vec<usize> = after.filter(|other| !waiting.contains(other)).collect();
        waiting.extend(new);
        next += 1;
    }
    waiting.iter().filter_map(|at| jobs.get(*at)).map(|job| job.seconds).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn job(seconds: f64) -> Job {
        Job { seconds, slots: 1, ..Job::default() }
    }

    #[test]
    fn the_slowest_step_starts_first() {
        let mut schedule = Schedule::new(vec![job(1.0), job(9.0), job(5.0)], 2, false);
        assert_eq!([schedule.take(), schedule.take(), schedule.take()], [Some(1), Some(2), None]);
        assert!(schedule.end(2, true).is_empty());
        assert_eq!(schedule.take(), Some(0));
        assert_eq!(schedule.waiting(), 0);
    }

    #[test]
    fn what_others_wait_for_starts_before_a_slower_step() {
        let after = Job { needs: vec![1], ..job(8.0) };
        let mut schedule = Schedule::new(vec![job(5.0), job(1.0), after], 1, false);
        assert_eq!(schedule.take(), Some(1));
        schedule.end(1, true);
        assert_eq!(schedule.take(), Some(2));
    }

    #[test]
    fn what_many_others_wait_for_starts_first() {
        let after = || Job { needs: vec![1], ..job(3.0) };
        let mut schedule = Schedule::new(vec![job(8.0), job(1.0), after(), after(), after()], 1, false);
        assert_eq!(schedule.take(), Some(1));
    }

    #[test]
    fn a_lock_is_held_by_one_step() {
        let cargo = |seconds| Job { locks: vec![Lock::Cargo], ..job(seconds) };
        let mut schedule = Schedule::new(vec![cargo(3.0), cargo(2.0), job(1.0)], 8, false);
        assert_eq!([schedule.take(), schedule.take(), schedule.take()], [Some(0), Some(2), None]);
        schedule.end(0, true);
        assert_eq!(schedule.take(), Some(1));
    }

    #[test]
    fn a_step_of_many_slots_waits_for_them_and_runs_on_a_machine_with_fewer() {
        let wide = Job { slots: 4, ..job(1.0) };
        let mut schedule = Schedule::new(vec![job(5.0), wide], 2, false);
        assert_eq!([schedule.take(), schedule.take()], [Some(0), None]);
        schedule.end(0, true);
        assert_eq!(schedule.take(), Some(1));
        assert_eq!(schedule.take(), None);
    }

    #[test]
    fn a_step_without_a_slot_runs_beside_all_others() {
        let network = Job { slots: 0, ..job(1.0) };
        let mut schedule = Schedule::new(vec![job(5.0), network], 1, false);
        assert_eq!([schedule.take(), schedule.take()], [Some(0), Some(1)]);
    }

    #[test]
    fn steps_that_measure_waiting_run_last_and_beside_their_like() {
        let waiting = |seconds| Job { beside: Beside::Waiting, ..job(seconds) };
        let alone = Job { beside: Beside::Nothing, ..job(1.0) };
        let mut schedule = Schedule::new(vec![waiting(9.0), job(5.0), alone, waiting(8.0)], 4, false);
        assert_eq!([schedule.take(), schedule.take()], [Some(1), None]);
        schedule.end(1, true);
        assert_eq!([schedule.take(), schedule.take(), schedule.take()], [Some(0), Some(3), None]);
        schedule.end(0, true);
        assert_eq!(schedule.take(), None);
        schedule.end(3, true);
        assert_eq!(schedule.take(), Some(2));
    }

    #[test]
    fn with_priorities_two_steps_that_measure_waiting_run_beside_all_others() {
        let waiting = |seconds| Job { beside: Beside::Waiting, ..job(seconds) };
        let alone = Job { beside: Beside::Nothing, ..job(1.0) };
        let jobs = vec![waiting(9.0), job(5.0), alone, waiting(8.0), waiting(7.0)];
        let mut schedule = Schedule::new(jobs, 1, true);
        assert_eq!(
            [schedule.take(), schedule.take(), schedule.take(), schedule.take()],
            [Some(0), Some(3), Some(1), None]
        );
        schedule.end(0, true);
        assert_eq!(schedule.take(), Some(4));
        schedule.end(1, true);
        schedule.end(3, true);
        assert_eq!(schedule.take(), None, "what measures load waits for all others");
        schedule.end(4, true);
        assert_eq!(schedule.take(), Some(2));
    }

    #[test]
    fn a_step_that_measures_load_runs_last_and_alone() {
        let alone = |seconds| Job { beside: Beside::Nothing, ..job(seconds) };
        let mut schedule = Schedule::new(vec![alone(9.0), job(1.0), alone(2.0)], 4, false);
        assert_eq!([schedule.take(), schedule.take()], [Some(1), None]);
        schedule.end(1, true);
        assert_eq!([schedule.take(), schedule.take()], [Some(0), None]);
        schedule.end(0, false);
        assert_eq!(schedule.take(), Some(2));
    }

    #[test]
    fn what_does_not_fit_is_left_out_with_what_only_it_needs() {
        let step = |seconds, want, needs: &[usize]| Job { want, needs: needs.to_vec(), ..job(seconds) };
        let mut schedule = Schedule::new(
            vec![
                step(90.0, Want::Always, &[]),
                step(20.0, Want::IfNeeded, &[]),
                step(5.0, Want::IfNeeded, &[]),
                step(50.0, Want::IfTime(1), &[1]),
                step(10.0, Want::IfTime(3), &[2]),
                step(2.0, Want::IfTime(2), &[2]),
            ],
            8,
            false,
        );
        assert_eq!(schedule.leave_out(60.0), [3]);
        assert_eq!([schedule.take(), schedule.take(), schedule.take()], [Some(0), Some(2), None]);
        schedule.end(2, true);
        assert_eq!(schedule.leave_out(9.0), [4]);
        assert_eq!(schedule.take(), Some(5));
        assert_eq!((schedule.leave_out(0.0), schedule.waiting()), (Vec::new(), 0));
    }

    #[test]
    fn a_failed_step_takes_away_all_that_need_it() {
        let needs = |needs: Vec<usize>| Job { needs, ..job(1.0) };
        let mut schedule = Schedule::new(vec![job(9.0), needs(vec![0]), needs(vec![1]), job(1.0)], 1, false);
        assert_eq!(schedule.take(), Some(0));
        assert_eq!(schedule.end(0, false), [1, 2]);
        assert_eq!(schedule.take(), Some(3));
        schedule.end(3, true);
        assert_eq!((schedule.take(), schedule.waiting()), (None, 0));
    }
}
