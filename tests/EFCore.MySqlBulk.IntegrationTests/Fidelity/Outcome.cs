using System.Data.Common;
using System.Globalization;
using System.Text.RegularExpressions;
using EFCore.MySqlBulk.IntegrationTests.Support.Calls;
using EFCore.MySqlBulk.IntegrationTests.Support.Troubles;

namespace EFCore.MySqlBulk.IntegrationTests.Fidelity;

/// <summary>How a cell of docs/fidelity.md came out.</summary>
/// <param name="Operation">The operation; nothing for all.</param>
/// <param name="Reason">Why nothing could be compared, or what failed on both sides; nothing if all was equal.</param>
internal sealed partial record Outcome(string Operation, string Reason)
{
    public static Outcome Equal { get; } = new("", "");

    public static Outcome Refused(Operation operation, string message) => new(Name(operation), Short(message));

    /// <summary><c>SaveChanges</c> fails, and so does everything else.</summary>
    public static Outcome Failed(Operation operation, Exception exception)
        => new(Name(operation), Trouble.Number(exception) is not 0 and int number
            ? string.Create(CultureInfo.InvariantCulture, $"fails everywhere, with the server's error {number}.")
            : $"fails everywhere, by `SaveChanges` with `{Innermost(exception).GetType().Name}`.");

    public static Outcome NotApplicable(Exception exception) => new("", $"not applicable: {Short(exception.Message)}");

    private static string Name(Operation operation) => operation.ToString().ToLowerInvariant();

    private static Exception Innermost(Exception exception) => exception is { InnerException: { } inner } and not DbException ? Innermost(inner) : exception;

    // What is the same for every entity type: without names, links and line ends.
    private static string Short(string message) => Links().Replace(Names().Replace(message, "'…'"), "").ReplaceLineEndings(" ").Replace('|', '/').Trim();

    [GeneratedRegex("'[^' ]+'")]
    private static partial Regex Names();

    [GeneratedRegex(@"See \S+ for what is supported\.")]
    private static partial Regex Links();
}
