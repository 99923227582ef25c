using System.Reflection;
using EFCore.MySqlBulk.Diagnostics;
using EFCore.MySqlBulk.Tests.Repository;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Diagnostics;
using Microsoft.Extensions.Logging;

namespace EFCore.MySqlBulk.Tests.Diagnostics;

/// <summary>The library's events go where the context's own events go.</summary>
public sealed class ContextLogTests
{
    private readonly List<string> _lines = [];

    [Fact]
    public void LogTo_is_told_with_level_number_and_category()
    {
        Write(options => options.LogTo(_lines.Add));
        // EF Core logs something too.
        _lines.RemoveAll(line => !line.Contains("BulkEventId", StringComparison.Ordinal));
        Assert.Equal(3, _lines.Count);
        Assert.StartsWith("dbug: ", _lines[0], StringComparison.Ordinal);
        Assert.Contains("BulkEventId.OperationStarted[100] (EFCore.MySqlBulk)", _lines[0], StringComparison.Ordinal);
        Assert.EndsWith("BulkInsert User: RowByRow, because: one row", _lines[0], StringComparison.Ordinal);
        Assert.StartsWith("info: ", _lines[1], StringComparison.Ordinal);
        Assert.StartsWith("warn: ", _lines[2], StringComparison.Ordinal);
    }

    [Fact]
    public void LogTo_filters_by_level()
    {
        Write(options => options.LogTo(_lines.Add, LogLevel.Warning, DbContextLoggerOptions.None));
        Assert.Equal(["Mind this."], _lines);
    }

    [Fact]
    public void LogTo_filters_by_category()
    {
        Write(options => options.LogTo(_lines.Add, ["EFCore.MySqlBulk"]));
        Assert.Equal(3, _lines.Count);
        _lines.Clear();
        Write(options => options.LogTo(_lines.Add, [DbLoggerCategory.Database.Command.Name]));
        Assert.Equal([], _lines);
    }

    [Fact]
    public void LogTo_filters_by_event()
    {
        Write(options => options.LogTo(_lines.Add, [BulkEventId.OperationWarning], LogLevel.Debug, DbContextLoggerOptions.None));
        Assert.Equal(["Mind this."], _lines);
    }

    [Fact]
    public void LogTo_with_event_data_sees_the_event()
    {
        List<EventData> seen = [];
        Write(options => options.LogTo((id, _) => id.Name!.StartsWith("EFCore.MySqlBulk.", StringComparison.Ordinal), seen.Add));
        Assert.Equal(
            [(100, LogLevel.Debug, "EFCore.MySqlBulk.OperationStarted"), (101, LogLevel.Information, "EFCore.MySqlBulk.OperationCompleted"), (104, LogLevel.Warning, "EFCore.MySqlBulk.OperationWarning")],
            seen.Select(data => (data.EventId.Id, data.LogLevel, data.EventId.Name)));
    }

    [Fact]
    public void An_ignored_event_is_not_logged()
    {
        Write(options => options.LogTo(_lines.Add, ["EFCore.MySqlBulk"], LogLevel.Debug, DbContextLoggerOptions.None)
            .ConfigureWarnings(warnings => warnings.Ignore(BulkEventId.OperationStarted, BulkEventId.OperationWarning)));
        Assert.StartsWith("BulkInsert User: 1 rows", Assert.Single(_lines), StringComparison.Ordinal);
    }

    [Fact]
    public void An_event_is_logged_at_the_level_that_the_context_gives_it()
    {
        Write(options => options.LogTo(_lines.Add, LogLevel.Information, DbContextLoggerOptions.Level)
            .ConfigureWarnings(warnings => warnings.Log((BulkEventId.OperationStarted, LogLevel.Error), (BulkEventId.OperationCompleted, LogLevel.Debug))));
        Assert.Equal(["fail: ", "warn: "], _lines.Select(line => line[..6]));
    }

    [Fact]
    public void A_logger_factory_gets_events_as_the_context_configures_them()
    {
        SeenEvents seen = new();
        Write(options => options.UseLoggerFactory(seen)
            .ConfigureWarnings(warnings => warnings.Ignore(BulkEventId.OperationWarning).Log((BulkEventId.OperationStarted, LogLevel.Critical))));
        Assert.Equal([(LogLevel.Critical, 100), (LogLevel.Information, 101)], seen.Events);
    }

    [Fact]
    public void An_event_that_comes_while_rows_are_under_way_is_no_error_whatever_the_context_says()
    {
        Write(options => options.LogTo(_lines.Add, LogLevel.Warning, DbContextLoggerOptions.None).ConfigureWarnings(warnings => warnings.Default(WarningBehavior.Throw)));
        Assert.Equal(["Mind this."], _lines);
    }

    [Fact]
    public void Nothing_is_formatted_if_nobody_listens()
    {
        using PlainContext context = new(options => { });
        Assert.All(Enum.GetValues<LogLevel>(), level => Assert.False(ContextLog.Of(context).IsEnabled(level)));
    }

    [Fact]
    public void Every_event_is_public_and_on_the_page_of_messages()
    {
        string page = RepositoryFiles.Read("docs/troubleshooting.md");
        FieldInfo[] numbers = typeof(EventIds).GetFields(BindingFlags.Public | BindingFlags.Static);
        Assert.NotEmpty(numbers);
        Assert.Equal(numbers.Select(number => ((int)number.GetRawConstantValue()!, $"EFCore.MySqlBulk.{number.Name}")), BulkEventId.All.Select(id => (id.Id, id.Name!)));
        Assert.Equal([], BulkEventId.All.Where(id => typeof(BulkEventId).GetField(id.Name!.Split('.')[^1]) is null));
        Assert.Equal([], BulkEventId.All.Where(id => !page.Contains($"\n| {id.Id} `{id.Name!.Split('.')[^1]}`", StringComparison.Ordinal)));
    }

    private static void Write(Action<DbContextOptionsBuilder> configure)
    {
        using PlainContext context = new(configure);
        ContextLog log = ContextLog.Of(context);
        Log.OperationStarted(log, "BulkInsert", "User", BulkStrategy.RowByRow, "one row");
        Log.OperationCompleted(log, "BulkInsert", "User", new() { RowsInserted = 1, Statements = 1, Elapsed = TimeSpan.FromMilliseconds(2.5), Strategy = BulkStrategy.RowByRow });
        Log.Warned(log, "Mind this.");
    }

    private sealed class PlainContext(Action<DbContextOptionsBuilder> configure) : DbContext
    {
        protected override void OnConfiguring(DbContextOptionsBuilder optionsBuilder)
            => configure(optionsBuilder.UseMySql("Server=x", new MySqlServerVersion(new Version(9, 7, 0))));
    }

    private sealed class SeenEvents : ILoggerFactory, ILogger
    {
        public List<(LogLevel Level, int Number)> Events { get; } = [];

        public void AddProvider(ILoggerProvider provider)
        {
        }

        public ILogger CreateLogger(string categoryName) => this;

        public void Dispose()
        {
        }

        public IDisposable? BeginScope<TState>(TState state)
            where TState : notnull
            => null;

        public bool IsEnabled(LogLevel logLevel) => logLevel >= LogLevel.Information;

        public void Log<TState>(LogLevel logLevel, EventId eventId, TState state, Exception? exception, Func<TState, Exception?, string> formatter)
        {
            if (eventId.Name!.StartsWith("EFCore.MySqlBulk.", StringComparison.Ordinal))
                Events.Add((logLevel, eventId.Id));
        }
    }
}
