using Microsoft.CodeAnalysis;

namespace EFCore.MySqlBulk.Tests.Analyzers;

/// <summary>MYSQLBULK003: asynchronous calls that nobody waits for.</summary>
public sealed class LostResultAnalyzerTests
{
    [Theory]
    [InlineData("context.BulkInsertAsync(lines);")]
    [InlineData("context.Set<Line>().BulkInsertAsync(lines);")]
    [InlineData("BulkInsertExtensions.BulkInsertAsync(context, lines);")]
    [InlineData("context?.BulkInsertAsync(lines);")]
    [InlineData("context.BulkInsertAsync(lines).ConfigureAwait(false);")]
    [InlineData("context?.BulkInsertAsync(lines).ConfigureAwait(false);")]
    [InlineData("_ = context.BulkInsertAsync(lines);")]
    [InlineData("_ = context.BulkInsertAsync(lines).ConfigureAwait(false);")]
    [InlineData("_ = (Task)context.BulkInsertAsync(lines);")]
    [InlineData("_ = is_new ? context.BulkInsertAsync(lines) : null;")]
    [InlineData("_ = context?.BulkInsertAsync(lines) ?? Task.FromResult<BulkResult>(null!);")]
    [InlineData("_ = number switch { 1 => context.BulkInsertAsync(lines), _ => null };")]
    [InlineData("var task = context.BulkInsertAsync(lines);")]
    [InlineData("var _ = context.BulkInsertAsync(lines);")]
    [InlineData("Task task; task = context.BulkInsertAsync(lines);")]
    [InlineData("Task? task = null; task = context.BulkInsertAsync(lines);")]
    [InlineData("for (int i = 0; i < 2; i++) context.BulkInsertAsync(lines);")]
    [InlineData("Action act = () => context.BulkInsertAsync(lines); act();")]
    [InlineData("Action act = () => { context.BulkInsertAsync(lines); }; act();")]
    [InlineData("Action act = () => _ = context.BulkInsertAsync(lines); act();")]
    [InlineData("lines.ForEach(line => context.BulkInsertAsync(new[] { line }));")]
    [InlineData("Func<Task> act = () => { var task = context.BulkInsertAsync(lines); return Task.CompletedTask; }; act();")]
    [InlineData("void Local() => context.BulkInsertAsync(lines); Local();")]
    [InlineData("context.BulkExecuteRawAsync(lines, Sql, l => l.Sku);")]
    [InlineData("context.BulkSaveChangesAsync();")]
    [InlineData("context.ExplainBulkInsertAsync(lines);")]
    [InlineData("query.BulkReadAsync(new[] { 1 });")]
    [InlineData("query.BulkReadAsync(new[] { 1 }.ToAsyncEnumerable());")]
    [InlineData("var rows = query.BulkReadFoundAsync(new[] { 1 }.ToAsyncEnumerable());")]
    public async Task A_result_that_nobody_uses_is_a_warning(string statements) => Assert.Equal(["MYSQLBULK003"], await UserCode.WarningsInMethodAsync(statements));

    [Theory]
    [InlineData("context.BulkInsert(lines);")]
    [InlineData("_ = context.BulkInsert(lines);")]
    [InlineData("context.BulkInsertAsync(lines).Wait();")]
    [InlineData("context.BulkInsertAsync(lines).GetAwaiter().GetResult();")]
    [InlineData("context.BulkInsertAsync(lines).ConfigureAwait(false).GetAwaiter().GetResult();")]
    [InlineData("long inserted = context.BulkInsertAsync(lines).Result.RowsInserted;")]
    [InlineData("var task = context.BulkInsertAsync(lines); task.Wait();")]
    [InlineData("Task task; task = context.BulkInsertAsync(lines); Task.WaitAll(task);")]
    [InlineData("var task = context.BulkInsertAsync(lines); void Local() => task.Wait(); Local();")]
    [InlineData("List<Task> tasks = new() { context.BulkInsertAsync(lines) }; tasks.Add(context.BulkUpdateAsync(lines));")]
    [InlineData("_task = context.BulkInsertAsync(lines);")]
    [InlineData("Task.Run(() => context.BulkInsertAsync(lines));")]
    [InlineData("context.BulkInsertAsync(lines).ContinueWith(done => Console.WriteLine(done.Exception));")]
    [InlineData("Func<Task> act = () => context.BulkInsertAsync(lines); act();")]
    [InlineData("Func<Task> act = () => _task = context.BulkInsertAsync(lines); act();")]
    [InlineData("Func<Task> act = async () => await context.BulkInsertAsync(lines).ConfigureAwait(false); act();")]
    [InlineData("if (context.BulkInsertAsync(lines).IsCompleted) return;")]
    [InlineData("context.SaveChangesAsync();")]
    public async Task A_result_that_is_used_is_none(string statements) => Assert.Empty(await UserCode.WarningsInMethodAsync(statements));

    [Theory]
    [InlineData("await context.BulkInsertAsync(lines);")]
    [InlineData("await context.BulkInsertAsync(lines).ConfigureAwait(false);")]
    [InlineData("_ = await context.BulkInsertAsync(lines);")]
    [InlineData("Task task; await (task = context.BulkInsertAsync(lines));")]
    [InlineData("Task task = context.BulkInsertAsync(lines); await task;")]
    [InlineData("await (is_new ? context.BulkInsertAsync(lines) : context.BulkUpdateAsync(lines));")]
    [InlineData("await (context?.BulkInsertAsync(lines) ?? Task.FromResult<BulkResult>(null!));")]
    [InlineData("await Task.WhenAll(context.BulkInsertAsync(lines), Task.CompletedTask);")]
    [InlineData("await foreach (Line? line in query.BulkReadAsync(new[] { 1 }.ToAsyncEnumerable())) Console.WriteLine(line);")]
    [InlineData("var rows = query.BulkReadAsync(new[] { 1 }.ToAsyncEnumerable()); await foreach (Line? line in rows.ConfigureAwait(false)) Console.WriteLine(line);")]
    public async Task What_an_asynchronous_method_awaits_is_none(string statements) => Assert.Empty(await UserCode.WarningsInMethodAsync(statements, "async Task"));

    [Theory]
    [InlineData("context.BulkInsertAsync(lines);")]
    [InlineData("context.BulkInsertAsync(lines).ConfigureAwait(false);")]
    [InlineData("Func<Task> act = async () => context.BulkInsertAsync(lines); await act();")]
    [InlineData("Func<Task> act = async () => { context.BulkInsertAsync(lines); await Task.Yield(); }; await act();")]
    public async Task The_compiler_warns_of_a_statement_in_an_asynchronous_method(string statements)
        => Assert.Equal(["CS4014"], await UserCode.WarningsInMethodAsync($"{statements} await Task.Yield();", "async Task"));

    [Theory]
    [InlineData("_ = context.BulkInsertAsync(lines);")]
    [InlineData("context?.BulkInsertAsync(lines);")]
    [InlineData("context?.BulkInsertAsync(lines).ConfigureAwait(false);")]
    [InlineData("Task task = context.BulkInsertAsync(lines);")]
    [InlineData("Action act = () => context.BulkInsertAsync(lines); act();")]
    [InlineData("void Local() { context.BulkInsertAsync(lines); } Local();")]
    [InlineData("query.BulkReadAsync(new[] { 1 }.ToAsyncEnumerable());")]
    public async Task It_does_not_warn_of_the_others_there(string statements) => Assert.Equal(["MYSQLBULK003"], await UserCode.WarningsInMethodAsync($"{statements} await Task.Yield();", "async Task"));

    [Fact]
    public async Task A_task_that_is_returned_is_none() => Assert.Empty(await UserCode.WarningsInMethodAsync("return context.BulkInsertAsync(lines);", "Task"));

    [Theory]
    [InlineData("context.BulkInsertAsync(new[] { new object() });", "CS4014")]
    [InlineData("context.BulkInsertAsync(new[] { new object() }); await Task.Yield();", "CS4014")]
    [InlineData("_ = context.BulkInsertAsync(new[] { new object() });", "MYSQLBULK003")]
    public async Task The_statements_of_a_program_are_an_asynchronous_method(string statements, string warning)
        => Assert.Equal([warning], await UserCode.WarningsAsync($"DbContext context = new(new DbContextOptionsBuilder().Options); {statements}", OutputKind.ConsoleApplication));

    [Theory]
    [InlineData("Set<Line>().ToList().ForEach(l => context.BulkInsertAsync(new[] { l }))", "BulkInsertAsync returns: the call may still run")]
    [InlineData("Set<Line>().BulkReadAsync(new[] { 1 }.ToAsyncEnumerable())", "BulkReadAsync returns: nothing is read")]
    public async Task The_warning_is_at_the_call_and_names_it(string call, string message)
    {
        Diagnostic warning = Assert.Single(await UserCode.DiagnosticsAsync($$"""static class Service { static void Run(DbContext context) => context.{{call}}; }"""));
        Assert.Equal(DiagnosticSeverity.Warning, warning.Severity);
        Assert.Contains(message, warning.GetMessage(null), StringComparison.Ordinal);
        Assert.Matches("^context[.].*Async\\(", warning.Location.SourceTree!.ToString().Substring(warning.Location.SourceSpan.Start, warning.Location.SourceSpan.Length));
    }
}
