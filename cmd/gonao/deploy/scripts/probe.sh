say() { printf '%s=%s\n' "$1" "$2"; }
say kernel "$(uname -r)"
say machine "$(uname -m)"
say class "$(od -An -t u1 -j 4 -N 1 /bin/sh 2>/dev/null | tr -d ' \n')"
say libc "$( (ldd --version 2>&1 || /lib/libc.so.6) 2>/dev/null | head -n 1)"
say home "$HOME"
mkdir -p "$dir" 2>/dev/null
[ -d "$dir" ] && [ -w "$dir" ] && say writable yes
say free_kb "$(df -Pk "$dir" 2>/dev/null | awk 'NR == 2 { print $4 }')"
for tool in tar awk sed; do
	command -v "$tool" >/dev/null 2>&1 || say lacks "$tool"
done
command -v sha256sum >/dev/null 2>&1 && say sums yes
[ -S "$socket" ] && say socket yes
[ -e "$HOME/robocup.conf" ] && say robocup yes
{ [ -d /opt/aldebaran ] || [ -d /opt/naoqi ] || [ -e /etc/naoqi ]; } && say aldebaran yes
say head "$(cat /sys/qi/head_id 2>/dev/null | tr -d '\r\n ')"
say body "$(grep -Eom1 'P[0-9][0-9A-Z]{10,}' "$HOME/.config/hal/Device_Body_dump.xml" 2>/dev/null)"
say release "$(sed -n 's/^VERSION_ID="\{0,1\}\([^"]*\)"\{0,1\}$/\1/p; s/^opennao-distro version \(.*\)$/\1/p' /etc/os-release 2>/dev/null | head -n 1)"
say domain "$(sed -n "s/^export ROS_DOMAIN_ID='\{0,1\}\([0-9]*\)'\{0,1\}$/\1/p" "$dir/current/bin/robot" 2>/dev/null | head -n 1)"
has_services && say services yes
runs && say runs yes
say current "$(basename "$(readlink "$dir/current" 2>/dev/null)" 2>/dev/null)"
say previous "$(basename "$(readlink "$dir/previous" 2>/dev/null)" 2>/dev/null)"
say launch "$(cat "$dir/current/LAUNCH" 2>/dev/null)"
say started "$(cat "$dir/started" 2>/dev/null)"
say now "$(date +%s)"
sed -n 's/^/have=/p' "$dir/current/MANIFEST" 2>/dev/null
:
