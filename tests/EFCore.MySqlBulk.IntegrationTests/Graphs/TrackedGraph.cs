using System.Text.RegularExpressions;
using EFCore.MySqlBulk.IntegrationTests.Support.Comparison;
using Microsoft.EntityFrameworkCore;

namespace EFCore.MySqlBulk.IntegrationTests.Graphs;

/// <summary>What a context tracks, without the keys that are generated: a failed call has used some up.</summary>
internal static partial class TrackedGraph
{
    public static List<string> WithoutKeys(DbContext context)
        => [.. SeenState.Tracked(context).Select(line => Key().Replace(line, "")).Order(StringComparer.Ordinal)];

    [GeneratedRegex(@"(?<=Id=)[^ ]*|(?<=#)[^ ,\]]*")]
    private static partial Regex Key();
}
