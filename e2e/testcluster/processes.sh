# The cluster's processes and their cgroups; sourced by up.sh and down.sh. Each process is known by the pid in $run/pids.

# is_ours PID: runs, and was started with a path of this cluster's state in its arguments.
is_ours() { [[ -n ${1:-} ]] && tr '\0' ' ' 2>/dev/null <"/proc/$1/cmdline" | grep -qF "$state"; }

pid_of() { cat "$run/pids/$1" 2>/dev/null || true; }

# start NAME COMMAND...: in the node's network, in a session of its own; its output goes to $run/logs/NAME.log.
start() {
  local name=$1
  shift
  is_ours "$(pid_of "$name")" && return
  setsid nsenter --net="/run/netns/$netns" "$@" >>"$run/logs/$name.log" 2>&1 </dev/null 9>&- &
  echo $! >"$run/pids/$name"
}

# wait_for SECONDS WHAT COMMAND...: until the command succeeds.
wait_for() {
  local end=$((SECONDS + $1)) what=$2
  shift 2
  until "$@" >/dev/null 2>&1; do
    ((SECONDS < end)) || fail "$what: not there in time; logs are in $run/logs"
    sleep 0.2
  done
}

# stop NAME...: asks all, then waits up to 5 s for each and kills it.
stop() {
  local name pid
  for name; do
    pid=$(pid_of "$name")
    if is_ours "$pid"; then kill "$pid"; else rm -f "$run/pids/$name"; fi
  done
  for name; do
    pid=$(pid_of "$name")
    [[ -n $pid ]] || continue
    for _ in {1..50}; do
      is_ours "$pid" || break
      sleep 0.1
    done
    ! is_ours "$pid" || kill -KILL "$pid" 2>/dev/null || true
    rm -f "$run/pids/$name"
  done
}

# cgroup_directories: our cgroup in each hierarchy: one with cgroup v2, one for each controller with v1.
cgroup_directories() {
  local parent
  if [[ -e /sys/fs/cgroup/cgroup.controllers ]]; then
    echo "/sys/fs/cgroup/$cgroup"
  else
    for parent in /sys/fs/cgroup/*/; do
      [[ -L ${parent%/} ]] || echo "$parent$cgroup"
    done
  fi
}

# A kubelet does not make its root cgroup.
cgroups_up() {
  local directory file
  while read -r directory; do
    mkdir -p "$directory"
    # cgroup v1 lets no process into a cpuset that names no CPU or no memory.
    for file in cpuset.cpus cpuset.mems; do
      [[ ! -e $directory/$file || -s $directory/../cgroup.controllers ]] || cat "${directory%/*}/$file" >"$directory/$file"
    done
  done < <(cgroup_directories)
  [[ ! -e /sys/fs/cgroup/cgroup.subtree_control ]] ||
    echo "+cpu +cpuset +memory +pids" >/sys/fs/cgroup/cgroup.subtree_control
}

# The pods' processes are exactly those in our cgroup.
kill_pods() {
  local directory pids
  while read -r directory; do
    [[ -d $directory ]] || continue
    mapfile -t pids < <(find "$directory" -name cgroup.procs -exec cat {} + 2>/dev/null | sort -u)
    ((${#pids[@]} == 0)) || kill -KILL "${pids[@]}" 2>/dev/null || true
  done < <(cgroup_directories)
}

cgroups_down() {
  local directory
  while read -r directory; do
    [[ ! -d $directory ]] || find "$directory" -depth -type d -exec rmdir {} + 2>/dev/null || true
  done < <(cgroup_directories)
}
