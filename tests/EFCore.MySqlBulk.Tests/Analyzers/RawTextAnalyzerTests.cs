using Microsoft.CodeAnalysis;

namespace EFCore.MySqlBulk.Tests.Analyzers;

/// <summary>MYSQLBULK002: raw SQL that is put together from values.</summary>
public sealed class RawTextAnalyzerTests
{
    private const string Raw = "context.BulkExecuteRaw(lines, ";
    private const string End = ", l => l.Sku);";

    [Theory]
    [InlineData("""$"DELETE FROM stock WHERE name = '{name}' AND sku = {{0}}" """)]
    [InlineData("""$"DELETE FROM stock WHERE qty = {number} AND sku = {{0}}" """)]
    [InlineData("""$"{Sql} AND qty = {number}" """)]
    [InlineData("""Sql + name""")]
    [InlineData("""Sql + " AND name = '" + name + "'" """)]
    [InlineData("""Sql + number""")]
    [InlineData("""Sql + Load()""")]
    [InlineData("""Sql + Loaded""")]
    [InlineData("""(Sql + _text)""")]
    [InlineData("""string.Format("DELETE FROM stock WHERE name = '{0}' AND sku = {{0}}", name)""")]
    [InlineData("""string.Format(CultureInfo.InvariantCulture, "{0} {1} {2} {3}", "DELETE", "FROM", "stock", name)""")]
    [InlineData("""string.Concat(Sql, name)""")]
    [InlineData("""string.Concat("a", "b", "c", "d", name)""")]
    [InlineData("""string.Join(" ", Sql, name)""")]
    [InlineData("""string.Join(" OR ", lines.Select(l => l.Sku))""")]
    [InlineData("""string.Create(CultureInfo.InvariantCulture, $"{Sql} {name}")""")]
    [InlineData("""FormattableString.Invariant($"{Sql} {name}")""")]
    [InlineData("""Sql.Replace("stock", name)""")]
    [InlineData("""Load().Replace("stock", name)""")]
    [InlineData("""(Sql + name).Trim()""")]
    [InlineData("""is_new ? Sql : Sql + name""")]
    [InlineData("""_text ?? $"{Sql} {name}" """)]
    [InlineData("""number switch { 1 => Sql, 2 => Sql + name, _ => "" }""")]
    [InlineData("""_text = Sql + name""")]
    [InlineData("""$"{Sql} {(is_new ? name : "")}" """)]
    public async Task Text_with_a_value_in_it_is_a_warning(string text) => Assert.Equal(["MYSQLBULK002"], await UserCode.WarningsInMethodAsync(Raw + text + End));

    [Theory]
    [InlineData("""Sql""")]
    [InlineData("""Read""")]
    [InlineData("""Loaded""")]
    [InlineData("""name""")]
    [InlineData("""_text!""")]
    [InlineData("""Load()""")]
    [InlineData("""Load().Replace("\r\n", "\n")""")]
    [InlineData("""Sql + " AND qty = 1" """)]
    [InlineData("""Read + " AND qty = 1" """)]
    [InlineData("""Sql + Environment.NewLine + string.Empty + 1 + 'x' + nameof(Line.Qty)""")]
    [InlineData("""$"DELETE FROM {nameof(Line)} WHERE {nameof(Line.Sku)} = {{0}}" """)]
    [InlineData("""$"{Sql} {Read} {1}" """)]
    [InlineData("""$"{Sql} {(is_new ? "AND qty = 1" : "")}" """)]
    [InlineData("""$"DELETE FROM {helper.DelimitIdentifier(name)} WHERE sku = {{0}}" """)]
    [InlineData("""string.Format("DELETE FROM {0} WHERE sku = {{0}}", nameof(Line))""")]
    [InlineData("""string.Format(CultureInfo.CurrentCulture, "{0} {1} {2} {3}", "DELETE", "FROM", nameof(Line), 1)""")]
    [InlineData("""string.Concat("a", "b", "c", "d", "e")""")]
    [InlineData("""string.Join(" ", new[] { "DELETE FROM stock", "WHERE sku = {0}" })""")]
    [InlineData("""Sql.Replace("stock", "store").Trim()""")]
    [InlineData("""is_new ? Sql : Load()""")]
    [InlineData("""number switch { 1 => Sql, _ => "" }""")]
    public async Task Text_of_constants_and_text_from_elsewhere_is_none(string text) => Assert.Empty(await UserCode.WarningsInMethodAsync(Raw + text + End));

    [Theory]
    [InlineData("""string sql = $"{Sql} {name}";""")]
    [InlineData("""string sql; sql = Sql + name;""")]
    [InlineData("""string sql = ""; sql = Sql + name;""")]
    [InlineData("""string sql = Sql; if (is_new) sql = Sql + name;""")]
    [InlineData("""string sql; if (is_new) { sql = Sql; } else { sql = Sql + name; }""")]
    [InlineData("""string sql; switch (number) { case 1: sql = Sql; break; default: sql = Sql + name; break; }""")]
    [InlineData("""string sql = Sql; sql += name;""")]
    [InlineData("""string sql = Sql; sql += name; sql += " AND qty = 1";""")]
    [InlineData("""string sql = Load(); sql += " AND qty = 1";""")]
    [InlineData("""string sql = Sql; sql = sql + name;""")]
    [InlineData("""string? sql = null; sql ??= Sql + name;""")]
    [InlineData("""string part = name; string sql = Sql + part;""")]
    [InlineData("""string part = Sql; part += name; string sql = part;""")]
    [InlineData("""string sql = Sql; for (int i = 0; i < number; i++) sql += name[i];""")]
    [InlineData("""string sql = Sql; foreach (Line line in lines) { sql = sql + line.Sku; }""")]
    [InlineData("""string sql = Sql; try { sql = Sql + name; } catch (Exception) { sql = Sql; }""")]
    [InlineData("""string sql = Sql; Action more = () => sql += name; more();""")]
    [InlineData("""FormattableString part = $"{Sql} {name}"; string sql = part.ToString();""")]
    [InlineData("""string sql = Sql; if (is_new) { sql += name; if (number == 1) { return; } }""")]
    [InlineData("""string sql = Sql; Action more = () => { if (is_new) { sql += name; return; } }; more();""")]
    [InlineData("""string part = "", sql = Sql + name;""")]
    [InlineData("""name = Sql + name; string sql = name;""")]
    [InlineData("""string sql = Load(); sql = sql.Replace("stock", name);""")]
    [InlineData("""string sql = Sql; Change(ref sql); sql = sql + " AND qty = 1";""")]
    [InlineData("""(string sql, int more) = (Load(), 1); sql += more;""")]
    public async Task A_variable_is_followed_to_all_its_values(string before) => Assert.Equal(["MYSQLBULK002"], await UserCode.WarningsInMethodAsync($"{before} {Raw} sql{End}"));

    [Theory]
    [InlineData("""const string sql = Sql + "x";""")]
    [InlineData("""string sql = Sql + "x";""")]
    [InlineData("""string sql = Load();""")]
    [InlineData("""string sql = $"{Sql} {name}"; sql = Sql;""")]
    [InlineData("""string sql = Sql; sql += " AND qty = 1";""")]
    [InlineData("""string sql = Sql; if (is_new) sql += " AND qty = 1";""")]
    [InlineData("""string sql = Sql; for (int i = 0; i < number; i++) sql += " ";""")]
    [InlineData("""string sql = "CALL p("; for (int i = 0; i < 5; i++) sql += $", {{{i}}}"; sql += ")";""")]
    [InlineData("""string part = is_new ? " AND qty = 1" : ""; string sql = Sql + part;""")]
    [InlineData("""string part = ""; if (is_new) part = " AND qty = 1"; string sql = $"{Sql}{part}";""")]
    [InlineData("""string sql = Sql; Change(ref sql);""")]
    [InlineData("""(string sql, int more) = (Load(), 1);""")]
    [InlineData("""string sql = Sql; if (is_new) { sql += name; Console.WriteLine(sql); return; }""")]
    [InlineData("""string sql = Sql; if (is_new) { sql += name; throw new InvalidOperationException(sql); }""")]
    [InlineData("""string sql = Sql; foreach (Line line in lines) { if (is_new) { sql += line.Sku; return; } }""")]
    [InlineData("""string sql = Sql; switch (number) { case 1: sql += name; Console.WriteLine(sql); return; }""")]
    [InlineData("""string other = Sql + name; string sql = Sql;""")]
    [InlineData("""if (Load() is not string sql) return;""")]
    public async Task A_variable_with_no_such_value_is_no_warning(string before) => Assert.Empty(await UserCode.WarningsInMethodAsync($"{before} {Raw} sql{End}"));

    [Theory]
    [InlineData("""string sql = Sql; {0} sql = Sql + name; Console.WriteLine(sql);""", 0)]
    [InlineData("""string sql = Sql; foreach (Line line in lines) {{ {0} sql = Sql + line.Sku; }}""", 1)]
    [InlineData("""string sql = Sql; foreach (Line line in lines) {{ sql = Sql; {0} sql = Sql + line.Sku; }}""", 0)]
    [InlineData("""string sql = Sql; if (is_new) {{ sql = Sql + name; Console.WriteLine(sql); }} else {{ {0} }}""", 0)]
    [InlineData("""string sql = Sql; switch (number) {{ case 1: sql = Sql + name; break; default: {0} break; }}""", 0)]
    [InlineData("""string sql = Sql; foreach (Line line in lines) {{ {0} if (is_new) {{ sql = Sql + line.Sku; return; }} }}""", 0)]
    [InlineData("""string sql = Sql; Action later = () => {0} sql = Sql + name; later();""", 1)]
    [InlineData("""string sql = Sql + name; void Local() {{ {0} }} Local();""", 1)]
    [InlineData("""string sql = Sql + name; Action<string> given = sql => {0} given(Sql);""", 0)]
    [InlineData("""Action given = () => {{ string sql = Sql + name; {0} }}; given();""", 1)]
    [InlineData("""foreach (string sql in new[] {{ Sql + name }}) {0}""", 0)]
    [InlineData("""foreach (string table in new[] {{ "a", "b" }}) {{ string sql = $"DELETE FROM {{table}}"; {0} }}""", 0)]
    [InlineData("""foreach (string table in (string[])["a", "b"]) {{ string sql = $"DELETE FROM {{table}}"; {0} }}""", 0)]
    [InlineData("""foreach (string table in (string[])["a", name]) {{ string sql = $"DELETE FROM {{table}}"; {0} }}""", 1)]
    public async Task What_is_stored_later_counts_if_it_comes_back(string around, int warnings)
        => Assert.Equal(warnings, (await UserCode.WarningsInMethodAsync(string.Format(null, around, Raw + "sql" + End))).Length);

    [Theory]
    [InlineData("""await context.BulkExecuteRawAsync(lines, Sql + name, l => l.Sku);""")]
    [InlineData("""await context.BulkExecuteRawAsync(lines.ToAsyncEnumerable(), Sql + name, l => l.Sku);""")]
    [InlineData("""await context.BulkExecuteRawAsync(parameters: l => l.Sku, rows: lines, sql: Sql + name);""")]
    [InlineData("""await BulkExecuteExtensions.BulkExecuteRawAsync(context, lines, Sql + name, l => l.Sku);""")]
    [InlineData("""context?.BulkExecuteRaw(lines, Sql + name, l => l.Sku, o => o.BatchRows = 5); await Task.Yield();""")]
    public async Task Every_form_of_the_call_is_seen(string call) => Assert.Equal(["MYSQLBULK002"], await UserCode.WarningsInMethodAsync(call, "async Task"));

    [Theory]
    [InlineData("""context.BulkExecute(lines, l => $"UPDATE stock SET qty = {number} WHERE sku = {l.Sku}");""")]
    [InlineData("""string.Concat(Sql, name).ToString();""")]
    [InlineData("""context.BulkExecuteRaw(lines, Sql, l => l.Sku + name);""")]
    public async Task Anything_else_is_none(string call) => Assert.Empty(await UserCode.WarningsInMethodAsync(call));

    [Fact]
    public async Task The_warning_is_at_the_text_and_names_the_cure()
    {
        Diagnostic warning = Assert.Single(await UserCode.DiagnosticsAsync("""
            static class Service
            {
                static Task Run(DbContext context, Line[] lines, string name) => context.BulkExecuteRawAsync(lines, $"DELETE FROM {name}", l => 1);
            }
            """));
        Assert.Equal(DiagnosticSeverity.Warning, warning.Severity);
        Assert.Equal("$\"DELETE FROM {name}\"", warning.Location.SourceTree!.ToString().Substring(warning.Location.SourceSpan.Start, warning.Location.SourceSpan.Length));
        Assert.StartsWith("The SQL of BulkExecuteRawAsync is put together from values", warning.GetMessage(null), StringComparison.Ordinal);
        Assert.Contains("Use BulkExecuteAsync(rows, row => $\"…\")", warning.GetMessage(null), StringComparison.Ordinal);
        Assert.EndsWith("placeholders such as {0}.", warning.GetMessage(null), StringComparison.Ordinal);
    }
}
