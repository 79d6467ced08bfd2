# Sourced by mvnw and quickstart: sets JAVA_HOME to a JDK 25 or newer, whatever the default one is.
# The build needs it for more than javac: the formatter and the CRD generator read Java 25 inside Maven's own process.
headpond_jdk_min=25

# headpond_jdk_major HOME: the feature release of the JDK in HOME, or 0 where there is none.
headpond_jdk_major() {
  [ -x "$1/bin/javac" ] || { echo 0; return; }
  sed -n 's/^JAVA_VERSION="\([0-9]*\).*/\1/p' "$1/release" 2>/dev/null | grep . || echo 0
}

headpond_find_jdk() {
  set +f # mvnw switches globbing off
  headpond_on_path=$(command -v javac 2>/dev/null) && headpond_on_path=$(readlink -f "$headpond_on_path" 2>/dev/null) || headpond_on_path=
  for headpond_home in "${JAVA_HOME-}" "${headpond_on_path%/bin/javac}" /usr/lib/jvm/* /opt/java/* /opt/jdk* \
    "$HOME"/.sdkman/candidates/java/* "$HOME"/.jdks/* "$HOME"/.local/share/mise/installs/java/* \
    /Library/Java/JavaVirtualMachines/*/Contents/Home; do
    [ -n "$headpond_home" ] && [ "$(headpond_jdk_major "$headpond_home")" -ge "$headpond_jdk_min" ] || continue
    JAVA_HOME=$headpond_home
    export JAVA_HOME
    return 0
  done
  echo "Headpond needs a JDK $headpond_jdk_min or newer and found none (JAVA_HOME, PATH, /usr/lib/jvm, ~/.sdkman, ~/.jdks): install one, or set JAVA_HOME to it." >&2
  return 1
}
headpond_find_jdk
