using System.Runtime.CompilerServices;
using System.Linq.Expressions;
using EFCore.MySqlBulk.Mapping.Keys;
using EFCore.MySqlBulk.Planning.Statements;
using EFCore.MySqlBulk.Tests.Model;
using Microsoft.EntityFrameworkCore.Infrastructure;
using Microsoft.EntityFrameworkCore.Storage;

namespace EFCore.MySqlBulk.Tests.Planning;

public sealed class StatementReaderTests
{
    [Fact]
    public void Placeholders_become_places_in_their_order_and_may_repeat()
    {
        ExecutedStatement statement = Read("UPDATE s SET q = q - {1} WHERE id = {0} AND q >= {1};  ");
        Assert.Equal("UPDATE s SET q = q - ? WHERE id = ? AND q >= ?", statement.Template.Text);
        Assert.Equal([1, 0, 1], statement.Order);
        Assert.Equal([typeof(string), typeof(int), typeof(string)], statement.Values.Select(v => v.ClrType));
    }

    [Fact]
    public void Doubled_braces_are_braces()
        => Assert.Equal("""INSERT INTO t VALUES (?,?,'{"a":1}')""", Read("""INSERT INTO t VALUES ({0},{1},'{{"a":1}}')""").Template.Text);

    [Theory]
    [InlineData("UPDATE t SET a = {0}", "never uses {1}")]
    [InlineData("UPDATE t SET a = {0}, b = {1}, c = {2}", "uses the placeholder {2}, but each row supplies 2 values")]
    [InlineData("UPDATE t SET a = {0}, b = {x}", "does not start a placeholder")]
    [InlineData("UPDATE t SET a = {0}, b = {1", "does not start a placeholder")]
    [InlineData("UPDATE t SET a = {0}, b = {1}}", "unmatched '}'")]
    [InlineData("UPDATE t SET a = '{0}', b = {1}", "inside quotes")]
    [InlineData("UPDATE t SET a = 'it''s {0}', b = {1}", "inside quotes")]
    [InlineData("UPDATE t SET a = 'x\\', b = {0}, c = {1}, d = 'y'", "inside quotes")]
    [InlineData("UPDATE t SET a = 'x\\'{0}', b = {1}", "inside quotes")]
    [InlineData("UPDATE t SET a = \"{0}\", b = {1}", "inside quotes")]
    [InlineData("UPDATE t SET `{0}` = {1}", "inside quotes")]
    [InlineData("UPDATE t SET a = {0}; DELETE FROM u WHERE b = {1}", "one statement per row")]
    [InlineData("UPDATE t SET a = {0} WHERE b = {1}; -- done", "one statement per row")]
    [InlineData("UPDATE t SET a = ? WHERE b = {0} AND c = {1}", "a '?' outside quotes")]
    [InlineData("UPDATE t SET a = 'b'? WHERE b = {0} AND c = {1}", "a '?' outside quotes")]
    [InlineData("UPDATE t /* {0} */ SET a = {1}", "inside quotes")]
    [InlineData("UPDATE t SET a = {0} # {1}", "inside quotes")]
    [InlineData("UPDATE t SET a = {0} -- {1}", "inside quotes")]
    [InlineData("TRUNCATE t {0} {1}", "starts with 'TRUNCATE'")]
    [InlineData("/* x */ COMMIT {0} {1}", "starts with 'COMMIT'")]
    [InlineData("{0} {1}", "starts with '{0} {1}'")]
    [InlineData("TRUNCATE t {0} {1}", "BulkExecute runs INSERT, UPDATE, DELETE, REPLACE, WITH, CALL, DO statements")]
    [InlineData("/* nothing but a comment */", "starts with ''")]
    [InlineData("# nothing but a comment", "starts with ''")]
    [InlineData("UPDATE t SET a = ?, d = ? WHERE b = {0} AND c = {1}", "a '?' outside quotes")]
    [InlineData("UPDATE t SET a = 'x\\' ', b = {0} WHERE c = {1}", "inside quotes")]
    public void A_statement_that_cannot_run_is_refused(string sql, string because)
        => Assert.Contains(because, Assert.Throws<ArgumentException>(() => Read(sql)).Message, StringComparison.Ordinal);

    [Theory]
    [InlineData("/* why */ -- what\n (WITH c AS (SELECT {0}) DELETE FROM t WHERE id = {1})")]
    [InlineData("update t set a = {0} -- a--{{\n where b = {1}")]
    [InlineData("DELETE FROM t WHERE a = 'it''s' AND b = {0} AND c = \"x\" AND d = {1} # the end")]
    [InlineData("UPDATE t SET a = 5--1 + {0} WHERE b = {1}")]
    [InlineData("UPDATE t SET a = 'why?', `b?` = {0} /* ? */ WHERE c = {1} -- ?")]
    [InlineData("UPDATE t SET a = {0} WHERE b = {1} AND c = 'x\\';'")]
    [InlineData("UPDATE t SET a = {0} WHERE b = {1} AND c = 'x\\' ' ; '")]
    [InlineData("UPDATE t SET `a\\` = {0} WHERE b = {1}")]
    [InlineData("UPDATE t SET a = /* new */{0} WHERE b = {1}")]
    [InlineData("UPDATE t SET a = 'x;y', `b;` = {0} /* ; */ WHERE c = {1}; ")]
    public void Comments_and_quotes_around_values_are_fine(string sql) => Assert.Equal(2, Read(sql).Order.Count);

    [Theory]
    [InlineData("DO 1", "Each row supplies 1 value, but the SQL never uses {0}. Use the placeholder, or leave the value out.")]
    [InlineData("DO {0}, {1}", "The SQL uses the placeholder {1}, but each row supplies 1 value, numbered from {0}.")]
    public void One_value_is_called_a_value(string sql, string message)
        => Assert.Equal(message, Assert.Throws<ArgumentException>(() => StatementReader.Read(sql, RowParameters.Of(Mappings(), (int i) => i))).Message);

    [Theory]
    [InlineData("UPDATE t SET a = {0}", "Each row supplies 2 values, but the SQL never uses {1}. Use the placeholder, or leave the value out.")]
    [InlineData("DO {0}, {1}, {2}", "The SQL uses the placeholder {2}, but each row supplies 2 values, numbered from {0}.")]
    public void Several_values_are_called_values(string sql, string message)
        => Assert.Equal(message, Assert.Throws<ArgumentException>(() => Read(sql)).Message);

    [Fact]
    public void Nothing_is_not_a_statement()
    {
        Assert.Equal("sql", Assert.Throws<ArgumentNullException>(() => Read(null!)).ParamName);
        Assert.Equal("sql", Assert.Throws<ArgumentException>(() => Read(" ")).ParamName);
    }

    [Theory]
    [InlineData("DO {0:N2}, {1}", "{0:N2}")]
    [InlineData("DO {0}, {1,-5}", "{1,-5}")]
    public void A_value_has_no_format(string sql, string placeholder)
        => Assert.StartsWith($"The placeholder {placeholder} of the SQL has a width or a format", Assert.Throws<ArgumentException>(() => Read(sql)).Message, StringComparison.Ordinal);

    [Fact]
    public void What_is_interpolated_is_a_value_of_the_row()
    {
        int threshold = 3;
        InterpolatedStatement statement = InterpolatedStatement.Of(Mappings(), (string row) => $"DO {row.Length}, {row}, {threshold}, {(object)'{'.ToString()} -- {{}}");

        Assert.Equal("DO {0}, {1}, {2}, {3} -- {{}}", statement.Sql);
        Assert.Equal([typeof(int), typeof(string), typeof(int), typeof(string)], statement.Parameters.Values.Select(value => value.ClrType));
        Assert.Equal((4, "four", 3, "{"), ((Func<string, (int, string, int, string)>)statement.Parameters.Read)("four"));
    }

    [Theory]
    [InlineData(1)]
    [InlineData(7)]
    [InlineData(8)]
    [InlineData(15)]
    public void Any_number_of_values_can_be_interpolated(int count)
    {
        ParameterExpression row = Expression.Parameter(typeof(int));
        IEnumerable<Expression> values = Enumerable.Range(0, count).Select(i => Expression.Convert(Expression.Add(row, Expression.Constant(i)), typeof(object)));
        Expression<Func<int, FormattableString>> lambda = Expression.Lambda<Func<int, FormattableString>>(
            Expression.Call(typeof(FormattableStringFactory), nameof(FormattableStringFactory.Create), null, Expression.Constant("DO 0"), Expression.NewArrayInit(typeof(object), values)), row);

        RowParameters parameters = InterpolatedStatement.Of(Mappings(), lambda).Parameters;

        object read = parameters.Read.DynamicInvoke(100)!;
        Assert.Equal(Enumerable.Range(100, count), read is ITuple tuple ? Enumerable.Range(0, count).Select(i => (int)tuple[i]!) : [(int)read]);
        Assert.Equal(count, parameters.Values.Count);
    }

    [Fact]
    public void What_is_no_interpolated_string_is_refused()
    {
        FormattableString ready = $"DO {1}";
        Assert.Contains("write it as an interpolated string", Assert.Throws<ArgumentException>(() => InterpolatedStatement.Of(Mappings(), (int i) => ready)).Message, StringComparison.Ordinal);
        Assert.Contains("has no values", Assert.Throws<ArgumentException>(() => InterpolatedStatement.Of(Mappings(), (int i) => $"DO 1")).Message, StringComparison.Ordinal);
        Assert.Contains("System.Object", Assert.Throws<InvalidOperationException>(() => InterpolatedStatement.Of(Mappings(), (object o) => $"DO {o}")).Message, StringComparison.Ordinal);
    }

    [Fact]
    public void A_type_without_a_column_type_is_refused()
        => Assert.Contains("System.Object", Assert.Throws<InvalidOperationException>(() => RowParameters.Of(Mappings(), (int i) => (i, (object)i))).Message, StringComparison.Ordinal);

    [Fact]
    public void A_tuple_of_any_length_is_read()
    {
        RowParameters parameters = RowParameters.Of(Mappings(), (int i) => (i, 2, 3, 4, 5, 6, 7, "8", 9L, (DateTime?)null));
        Assert.Equal(10, parameters.Values.Count);
        Assert.Equal((typeof(string), typeof(DateTime?)), (parameters.Values[7].ClrType, parameters.Values[9].ClrType));
    }

    private static ExecutedStatement Read(string sql) => StatementReader.Read(sql, RowParameters.Of(Mappings(), (int i) => (i, "")));

    private static IRelationalTypeMappingSource Mappings()
    {
        using ModelContext context = new(_ => { });
        return context.GetService<IRelationalTypeMappingSource>();
    }
}
