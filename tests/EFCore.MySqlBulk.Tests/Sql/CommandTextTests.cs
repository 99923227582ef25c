using System.Data.Common;
using EFCore.MySqlBulk.Sql;
using EFCore.MySqlBulk.Tests.Model;
using Microsoft.EntityFrameworkCore;

namespace EFCore.MySqlBulk.Tests.Sql;

/// <summary>A query's text with its values, for a connection without the driver.</summary>
public sealed class CommandTextTests
{
    private const string Json = "the list";

    [Theory]
    [InlineData("SELECT `a` FROM t JOIN j(@p0) WHERE x = '@p0'", "SELECT `a` FROM t JOIN j('[1]') WHERE x = '@p0'")]
    [InlineData("SELECT `@p0`, \"@p0\", 'it''s @p0', @p0, @p0", "SELECT `@p0`, \"@p0\", 'it''s @p0', '[1]', '[1]'")]
    [InlineData("-- a tag, it's @p0 \\ #\n-- more\nSELECT @p0", "\n\nSELECT '[1]'")]
    [InlineData("SELECT 1--1, 4/2, @p0", "SELECT 1--1, 4/2, '[1]'")]
    [InlineData("SELECT @number, @text, @none, @yes, @money, @p0", "SELECT -5, 'it''s', NULL, 1, 1.50, '[1]'")]
    public void Values_take_the_places_of_parameters(string text, string expected)
        => Assert.Equal(expected, CommandText.Of(Command(text), Json)?.With("[1]"));

    [Theory]
    [InlineData("SELECT '\\'', @p0")]
    [InlineData("SELECT /* a comment */ @p0")]
    [InlineData("SELECT @p0 # a comment")]
    [InlineData("SELECT @p0 -- to the end")]
    [InlineData("SELECT @@sql_mode, @p0")]
    [InlineData("SELECT @variable, @p0")]
    [InlineData("SELECT ?, @p0")]
    [InlineData("SELECT 'open, @p0")]
    [InlineData("SELECT @time, @p0")]
    [InlineData("SELECT @backslash, @p0")]
    public void What_could_mean_something_else_without_the_driver_is_left_to_it(string text)
        => Assert.Null(CommandText.Of(Command(text), Json));

    private static DbCommand Command(string text)
    {
        using ModelContext context = new(static _ => { });
        DbCommand command = context.Database.GetDbConnection().CreateCommand();
        command.CommandText = text;
        foreach ((string name, object? value) in ((string, object?)[])[("@p0", Json), ("@number", -5L), ("text", "it's"), ("@none", DBNull.Value), ("@yes", true), ("@money", 1.50m), ("@time", DateTime.UnixEpoch), ("@backslash", "\\")])
        {
            DbParameter parameter = command.CreateParameter();
            parameter.ParameterName = name;
            parameter.Value = value;
            command.Parameters.Add(parameter);
        }

        return command;
    }
}
