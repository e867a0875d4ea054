//! Decides which step starts next: the one with the longest chain of steps that wait for it, as soon as its needs have passed, its locks are free
//! and a slot is left. [`crate::test`] runs the steps.

/// A resource that only one step may use at a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Lock {
    /// `target/debug`: two cargo processes in it would only wait for each other.
    Cargo,
    /// `target/wasm`, for the same reason.
    Wasm,
    /// apt, which runs one installation at a time.
    Apt,
}

/// Which other steps may run at the same time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Neighbours {
    /// All other steps.
    #[default]
    All,
    /// Steps of lower priority: this step measures waiting times, and leaves the CPUs idle meanwhile.
    Waiting,
    /// No other steps: this step measures load.
    Nothing,
}

/// When a run with a time limit includes a step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Inclusion {
    /// Always.
    #[default]
    Always,
    /// While another included step needs it.
    IfNeeded,
    /// If its time fits; of two such steps, the one with the lower number starts first.
    IfTime(usize),
}

/// The data about a step that determine its start.
#[derive(Debug, Default)]
pub(crate) struct Job {
    /// The expected time of the step, in seconds.
    pub(crate) seconds: f64,
    /// The steps that must pass first, by index.
    pub(crate) needs: Vec<usize>,
    /// The resources that only one step may use at a time.
    pub(crate) locks: Vec<Lock>,
    /// The number of slots that the step takes; 0 for a step that waits for the network.
    pub(crate) slots: usize,
    /// The steps that may run at the same time.
    pub(crate) neighbours: Neighbours,
    /// Whether the step is left out if there is too little time.
    pub(crate) inclusion: Inclusion,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Waiting,
    Running,
    Passed,
    /// The step failed, or was not run because a step that it needs failed.
    Lost,
}

/// The steps of a run and their states.
#[derive(Debug)]
pub(crate) struct Schedule {
    jobs: Vec<Job>,
    states: Vec<State>,
    /// The waiting steps in the order in which they are considered.
    order: Vec<usize>,
    slots: usize,
    /// Whether steps can have a lower priority than others.
    has_priorities: bool,
}

impl Schedule {
    /// Creates a schedule; `slots` is the number of steps that run concurrently. Without priorities, steps that measure waiting times run only at
    /// the same time as each other.
    pub(crate) fn new(jobs: Vec<Job>, slots: usize, has_priorities: bool) -> Self {
        let length: Vec<f64> = (0..jobs.len()).map(|index| compute_weight(&jobs, index)).collect();
        let mut order: Vec<usize> = (0..jobs.len()).collect();
        let key = |index: &usize| length.get(*index).copied().unwrap_or(0.0);
        let rank = |index: &usize| match jobs.get(*index).map(|job| job.inclusion) {
            Some(Inclusion::IfTime(rank)) => rank,
            _ => 0,
        };
        order.sort_by(|a, b| rank(a).cmp(&rank(b)).then_with(|| key(b).total_cmp(&key(a))));
        Self { states: vec![State::Waiting; jobs.len()], jobs, order, slots: slots.max(1), has_priorities }
    }

    /// Returns the step to start now, if there is one, and marks it as running.
    pub(crate) fn take_next(&mut self) -> Option<usize> {
        let running_jobs: Vec<&Job> = self.jobs_in_state(State::Running).collect();
        // A step that measures waiting times has a higher priority, so it takes no slot from the others.
        let slots = |job: &Job| {
            if self.has_priorities && job.neighbours == Neighbours::Waiting {
                0
            } else {
                job.slots.min(self.slots)
            }
        };
        let used_slots: usize = running_jobs.iter().map(|job| slots(job)).sum();
        // Steps that must run alone come last, so that the others never wait for them.
        let has_waiting =
            |neighbours| self.jobs_in_state(State::Waiting).any(|job| job.neighbours == neighbours);
        let has_others = has_waiting(Neighbours::All);
        let can_start = |job: &Job| {
            let has_slots = used_slots + slots(job) <= self.slots;
            let is_unlocked = !running_jobs
                .iter()
                .any(|running_job| running_job.locks.iter().any(|lock| job.locks.contains(lock)));
            let is_undisturbed = match job.neighbours {
                Neighbours::All => running_jobs.iter().all(|running_job| match running_job.neighbours {
                    Neighbours::All => true,
                    Neighbours::Waiting => self.has_priorities,
                    Neighbours::Nothing => false,
                }),
                // At most two at a time, so that neither has to wait for the other's work.
                Neighbours::Waiting if self.has_priorities => {
                    running_jobs
                        .iter()
                        .filter(|running_job| running_job.neighbours == Neighbours::Waiting)
                        .count()
                        < 2
                        && running_jobs
                            .iter()
                            .all(|running_job| running_job.neighbours != Neighbours::Nothing)
                }
                Neighbours::Waiting => {
                    !has_others
                        && running_jobs
                            .iter()
                            .all(|running_job| running_job.neighbours == Neighbours::Waiting)
                }
                Neighbours::Nothing => {
                    !has_others && !has_waiting(Neighbours::Waiting) && running_jobs.is_empty()
                }
            };
            let is_ready = job.needs.iter().all(|need| self.states.get(*need) == Some(&State::Passed));
            has_slots && is_unlocked && is_undisturbed && is_ready
        };
        let next = self.order.iter().position(|index| self.jobs.get(*index).is_some_and(can_start))?;
        let next = self.order.remove(next);
        self.set(next, State::Running);
        Some(next)
    }

    /// Records how a running step ended; returns the steps that can no longer run, in their order.
    pub(crate) fn finish(&mut self, index: usize, has_passed: bool) -> Vec<usize> {
        self.set(index, if has_passed { State::Passed } else { State::Lost });
        let mut lost_steps = Vec::new();
        loop {
            let states = &self.states;
            let needs_lost = |job: &Job| job.needs.iter().any(|need| states.get(*need) == Some(&State::Lost));
            let next = self.order.iter().position(|index| self.jobs.get(*index).is_some_and(needs_lost));
            let Some(next) = next else { break };
            let next = self.order.remove(next);
            self.set(next, State::Lost);
            lost_steps.push(next);
        }
        lost_steps.sort_unstable();
        lost_steps
    }

    /// Removes the waiting steps that would not end in time, and those that are no longer needed; returns those that would be late.
    pub(crate) fn drop_late_steps(&mut self, seconds_left: f64) -> Vec<usize> {
        let is_late = |index: &usize| {
            let inclusion = self.jobs.get(*index).map(|job| job.inclusion);
            matches!(inclusion, Some(Inclusion::IfTime(_)))
                && self.estimate_seconds_to_end(*index) > seconds_left
        };
        let late_steps: Vec<usize> = self.order.iter().copied().filter(is_late).collect();
        late_steps.iter().for_each(|index| self.set(*index, State::Lost));
        loop {
            let is_waiting = |index: usize| self.states.get(index) == Some(&State::Waiting);
            let is_needed = |index: usize| {
                self.jobs
                    .iter()
                    .enumerate()
                    .any(|(other_index, job)| is_waiting(other_index) && job.needs.contains(&index))
            };
            let is_idle = |index: &usize| {
                is_waiting(*index)
                    && self.jobs.get(*index).is_some_and(|job| job.inclusion == Inclusion::IfNeeded)
                    && !is_needed(*index)
            };
            let Some(is_idle) = self.order.iter().copied().find(is_idle) else { break };
            self.set(is_idle, State::Lost);
        }
        let states = &self.states;
        self.order.retain(|index| states.get(*index) == Some(&State::Waiting));
        late_steps
    }

    /// Estimates how long a waiting step takes, including the longest chain of steps before it that have not started.
    fn estimate_seconds_to_end(&self, index: usize) -> f64 {
        let Some(job) = self.jobs.get(index) else { return 0.0 };
        if self.states.get(index) != Some(&State::Waiting) {
            return 0.0;
        }
        job.seconds + job.needs.iter().map(|need| self.estimate_seconds_to_end(*need)).fold(0.0, f64::max)
    }

    /// Returns the number of steps that have not started.
    pub(crate) fn count_waiting(&self) -> usize {
        self.order.len()
    }

    fn jobs_in_state(&self, state: State) -> impl Iterator<Item = &Job> {
        self.jobs.iter().zip(&self.states).filter(move |(_, now)| **now == state).map(|(job, _)| job)
    }

    fn set(&mut self, index: usize, state: State) {
        if let Some(now) = self.states.get_mut(index) {
            *now = state;
        }
    }
}

/// Computes how long a step takes, including the steps that wait for it: a step with much waiting work starts first.
fn compute_weight(jobs: &[Job], index: usize) -> f64 {
    let mut waiting_indices = vec![index];
    let mut next = 0;
    while let Some(&current) = waiting_indices.get(next) {
        let after = jobs
            .iter()
            .enumerate()
            .filter(|(_, job)| job.needs.contains(&current))
            .map(|(other_index, _)| other_index);
        let new: Vec<usize> = after.filter(|other_index| !waiting_indices.contains(other_index)).collect();
        waiting_indices.extend(new);
        next += 1;
    }
    waiting_indices.iter().filter_map(|index| jobs.get(*index)).map(|job| job.seconds).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn build_job(seconds: f64) -> Job {
        Job { seconds, slots: 1, ..Job::default() }
    }

    #[test]
    fn the_slowest_step_starts_first() {
        let mut schedule = Schedule::new(vec![build_job(1.0), build_job(9.0), build_job(5.0)], 2, false);
        assert_eq!(
            [schedule.take_next(), schedule.take_next(), schedule.take_next()],
            [Some(1), Some(2), None]
        );
        assert!(schedule.finish(2, true).is_empty());
        assert_eq!(schedule.take_next(), Some(0));
        assert_eq!(schedule.count_waiting(), 0);
    }

    #[test]
    fn a_step_that_others_need_starts_before_a_slower_one() {
        let slow_job = Job { needs: vec![1], ..build_job(8.0) };
        let mut schedule = Schedule::new(vec![build_job(5.0), build_job(1.0), slow_job], 1, false);
        assert_eq!(schedule.take_next(), Some(1));
        schedule.finish(1, true);
        assert_eq!(schedule.take_next(), Some(2));
    }

    #[test]
    fn a_step_that_many_others_need_starts_first() {
        let dependent_job = || Job { needs: vec![1], ..build_job(3.0) };
        let mut schedule = Schedule::new(
            vec![build_job(8.0), build_job(1.0), dependent_job(), dependent_job(), dependent_job()],
            1,
            false,
        );
        assert_eq!(schedule.take_next(), Some(1));
    }

    #[test]
    fn a_lock_is_held_by_one_step() {
        let build_cargo_job = |seconds| Job { locks: vec![Lock::Cargo], ..build_job(seconds) };
        let mut schedule =
            Schedule::new(vec![build_cargo_job(3.0), build_cargo_job(2.0), build_job(1.0)], 8, false);
        assert_eq!(
            [schedule.take_next(), schedule.take_next(), schedule.take_next()],
            [Some(0), Some(2), None]
        );
        schedule.finish(0, true);
        assert_eq!(schedule.take_next(), Some(1));
    }

    #[test]
    fn a_step_of_many_slots_waits_for_them_and_runs_on_a_machine_with_fewer() {
        let wide_job = Job { slots: 4, ..build_job(1.0) };
        let mut schedule = Schedule::new(vec![build_job(5.0), wide_job], 2, false);
        assert_eq!([schedule.take_next(), schedule.take_next()], [Some(0), None]);
        schedule.finish(0, true);
        assert_eq!(schedule.take_next(), Some(1));
        assert_eq!(schedule.take_next(), None);
    }

    #[test]
    fn a_step_without_a_slot_runs_beside_all_others() {
        let network_job = Job { slots: 0, ..build_job(1.0) };
        let mut schedule = Schedule::new(vec![build_job(5.0), network_job], 1, false);
        assert_eq!([schedule.take_next(), schedule.take_next()], [Some(0), Some(1)]);
    }

    #[test]
    fn steps_that_measure_waiting_run_last_and_beside_their_like() {
        let build_waiting_job = |seconds| Job { neighbours: Neighbours::Waiting, ..build_job(seconds) };
        let lone_job = Job { neighbours: Neighbours::Nothing, ..build_job(1.0) };
        let mut schedule = Schedule::new(
            vec![build_waiting_job(9.0), build_job(5.0), lone_job, build_waiting_job(8.0)],
            4,
            false,
        );
        assert_eq!([schedule.take_next(), schedule.take_next()], [Some(1), None]);
        schedule.finish(1, true);
        assert_eq!(
            [schedule.take_next(), schedule.take_next(), schedule.take_next()],
            [Some(0), Some(3), None]
        );
        schedule.finish(0, true);
        assert_eq!(schedule.take_next(), None);
        schedule.finish(3, true);
        assert_eq!(schedule.take_next(), Some(2));
    }

    #[test]
    fn with_priorities_two_steps_that_measure_waiting_run_beside_all_others() {
        let build_waiting_job = |seconds| Job { neighbours: Neighbours::Waiting, ..build_job(seconds) };
        let lone_job = Job { neighbours: Neighbours::Nothing, ..build_job(1.0) };
        let jobs = vec![
            build_waiting_job(9.0),
            build_job(5.0),
            lone_job,
            build_waiting_job(8.0),
            build_waiting_job(7.0),
        ];
        let mut schedule = Schedule::new(jobs, 1, true);
        assert_eq!(
            [schedule.take_next(), schedule.take_next(), schedule.take_next(), schedule.take_next()],
            [Some(0), Some(3), Some(1), None]
        );
        schedule.finish(0, true);
        assert_eq!(schedule.take_next(), Some(4));
        schedule.finish(1, true);
        schedule.finish(3, true);
        assert_eq!(schedule.take_next(), None, "a step that measures load waits for all others");
        schedule.finish(4, true);
        assert_eq!(schedule.take_next(), Some(2));
    }

    #[test]
    fn a_step_that_measures_load_runs_last_and_alone() {
        let build_lone_job = |seconds| Job { neighbours: Neighbours::Nothing, ..build_job(seconds) };
        let mut schedule =
            Schedule::new(vec![build_lone_job(9.0), build_job(1.0), build_lone_job(2.0)], 4, false);
        assert_eq!([schedule.take_next(), schedule.take_next()], [Some(1), None]);
        schedule.finish(1, true);
        assert_eq!([schedule.take_next(), schedule.take_next()], [Some(0), None]);
        schedule.finish(0, false);
        assert_eq!(schedule.take_next(), Some(2));
    }

    #[test]
    fn a_step_that_does_not_fit_is_left_out_with_its_own_needs() {
        let step = |seconds, inclusion, needs: &[usize]| Job {
            inclusion,
            needs: needs.to_vec(),
            ..build_job(seconds)
        };
        let mut schedule = Schedule::new(
            vec![
                step(90.0, Inclusion::Always, &[]),
                step(20.0, Inclusion::IfNeeded, &[]),
                step(5.0, Inclusion::IfNeeded, &[]),
                step(50.0, Inclusion::IfTime(1), &[1]),
                step(10.0, Inclusion::IfTime(3), &[2]),
                step(2.0, Inclusion::IfTime(2), &[2]),
            ],
            8,
            false,
        );
        assert_eq!(schedule.drop_late_steps(60.0), [3]);
        assert_eq!(
            [schedule.take_next(), schedule.take_next(), schedule.take_next()],
            [Some(0), Some(2), None]
        );
        schedule.finish(2, true);
        assert_eq!(schedule.drop_late_steps(9.0), [4]);
        assert_eq!(schedule.take_next(), Some(5));
        assert_eq!((schedule.drop_late_steps(0.0), schedule.count_waiting()), (Vec::new(), 0));
    }

    #[test]
    fn a_failed_step_takes_away_all_that_need_it() {
        let job_needing = |job_needing: Vec<usize>| Job { needs: job_needing, ..build_job(1.0) };
        let mut schedule = Schedule::new(
            vec![build_job(9.0), job_needing(vec![0]), job_needing(vec![1]), build_job(1.0)],
            1,
            false,
        );
        assert_eq!(schedule.take_next(), Some(0));
        assert_eq!(schedule.finish(0, false), [1, 2]);
        assert_eq!(schedule.take_next(), Some(3));
        schedule.finish(3, true);
        assert_eq!((schedule.take_next(), schedule.count_waiting()), (None, 0));
    }
}
