# Reads the .trx files of `dotnet test`: what failed, with its message and where it stood in our code (-v show=failed), or what took longest, a line each (-v show=longest).

function attribute(name,    at, rest) {
  at = index($0, " " name "=\"")
  if (!at) return ""
  rest = substr($0, at + length(name) + 3)
  return substr(rest, 1, index(rest, "\"") - 1)
}

function text(xml) {
  gsub(/&#x[DA9];|\r/, " ", xml); gsub(/&lt;/, "<", xml); gsub(/&gt;/, ">", xml); gsub(/&quot;/, "\"", xml); gsub(/&apos;/, "'", xml); gsub(/&amp;/, "\\&", xml)
  gsub(/[ \t]+/, " ", xml)
  return xml
}

function seconds(duration,    part) {
  split(duration, part, ":")
  return part[1] * 3600 + part[2] * 60 + part[3]
}

/<UnitTestResult / {
  test = text(attribute("testName")); outcome = attribute("outcome"); message = ""
  class = test; sub(/\(.*/, "", class); sub(/\.[^.]*$/, "", class)
  took = seconds(attribute("duration"))
  ofTest[test] += took; ofClass[class] += took
}

/<Message>/ && outcome == "Failed" { isMessage = 1; sub(/.*<Message>/, "") }

isMessage {
  isLast = sub(/<\/Message>.*/, "")
  message = message " " $0
  if (isLast) {
    isMessage = 0
    if (show == "failed") print "  " variant test "\n     " substr(text(message), 1, 4000)
  }
}

/<StackTrace>/ { frames = 0 }

# The innermost frames tell which of a test's sessions failed.
/^ *(<StackTrace>)? *at EFCore\.MySqlBulk/ && outcome == "Failed" && show == "failed" && frames++ < 4 {
  sub(/.*<StackTrace> */, ""); sub(/<\/StackTrace>.*/, "")
  print "       " substr(text($0), 1, 300)
}

END {
  if (show != "longest") exit
  longest(ofClass, "class", 8); longest(ofTest, "test", 8)
}

function longest(times, what, count,    name, best) {
  while (count-- > 0) {
    best = ""
    for (name in times) if (best == "" || times[name] > times[best]) best = name
    if (best == "") return
    printf "  %7.1f s  %s %s\n", times[best], what, best
    delete times[best]
  }
}
