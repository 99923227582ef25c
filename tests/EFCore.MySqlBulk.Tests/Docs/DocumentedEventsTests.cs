using System.Reflection;
using System.Text.RegularExpressions;
using EFCore.MySqlBulk.Diagnostics;
using EFCore.MySqlBulk.Tests.Repository;
using Microsoft.Extensions.Logging;

namespace EFCore.MySqlBulk.Tests.Docs;

/// <summary>The pages have every event of the log, with the level that it is logged with.</summary>
public sealed partial class DocumentedEventsTests
{
    [Fact]
    public void The_page_about_logging_has_every_event_at_its_level()
    {
        (LogLevel Level, int Id)[] said = [.. Levels().Matches(RepositoryFiles.Read("docs/recipes/logging.md"))
            .SelectMany(row => Numbers().Matches(row.Groups["events"].Value).Select(number => (Enum.Parse<LogLevel>(row.Groups["level"].Value, ignoreCase: true), int.Parse(number.Value, null))))];
        // The event of a success has more values than a generated method may have parameters, so it is written by hand.
        Assert.Equal(Logged().Select(each => (each.Level, each.EventId)).Append((LogLevel.Information, EventIds.OperationCompleted)).Order(), said.Order());
    }

    [Fact]
    public void The_page_about_troubles_has_every_event_in_order()
    {
        string[] said = [.. Rows().Matches(RepositoryFiles.Read("docs/troubleshooting.md")).Select(row => row.Groups["event"].Value)];
        Assert.Equal(typeof(EventIds).GetFields().OrderBy(field => (int)field.GetRawConstantValue()!).Select(field => $"{field.GetRawConstantValue()} `{field.Name}`"), said);
    }

    private static IEnumerable<LoggerMessageAttribute> Logged()
        => typeof(Log).GetMethods(BindingFlags.Public | BindingFlags.Static).Select(method => method.GetCustomAttribute<LoggerMessageAttribute>()).OfType<LoggerMessageAttribute>();

    [GeneratedRegex(@"^\| (?<level>debug|information|warning|error) \| (?<events>[^|]*) \|$", RegexOptions.Multiline)]
    private static partial Regex Levels();

    [GeneratedRegex(@"\b\d{3}\b")]
    private static partial Regex Numbers();

    [GeneratedRegex(@"^\| (?<event>\d{3} `\w+`)", RegexOptions.Multiline)]
    private static partial Regex Rows();
}
