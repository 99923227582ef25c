using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Metadata;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Values;

/// <summary>Text of every kind in columns of every kind.</summary>
[BothServers]
public abstract class TextMatrixTests(Servers servers, ServerKind kind) : MatrixTests(servers, kind)
{
    private static readonly string[] Texts =
    [
        "plain", "", " ", "trailing   ", "  leading", "it's", "''", "\"quoted\"", "`back`", "back\\slash", "\\", "\\\\", "\\'", "'\\", "a\0b", "\0", "line\r\nline", "tab\t",
        "\u001a", "50 %_", "@p0 ? :x", "-- comment", "/* */ ; # {0}", "äöüß €", "Ж漢字", "😀👩‍👩‍👧", "x😀", "NULL", "null", "0x41", "é", "e\u0301", "İıi", "\ufeffbom", "\u2028",
    ];

    private static readonly string[] Latin = ["plain", "", "it's", "back\\slash", "äöüß", "tab\t", "a\0b", "trailing  "];

    [Fact]
    public Task Text_in_longtext_is_stored_alike() => ClassesAsync("longtext", Texts);

    [Fact]
    public Task Text_in_varchar_is_stored_alike() => ClassesAsync(p => p.HasMaxLength(60), Texts);

    [Fact]
    public Task Text_in_char_is_stored_alike() => ClassesAsync(p => p.HasColumnType("char(60)"), Texts);

    [Theory]
    [InlineData("utf8mb4_bin")]
    [InlineData("utf8mb4_general_ci")]
    public Task Text_with_a_collation_is_stored_alike(string collation)
        => ClassesAsync(p => p.HasColumnType("varchar(60)").Metadata.SetCollation(collation), Texts);

    [Theory]
    [InlineData("latin1_swedish_ci")]
    [InlineData("latin1_bin")]
    public Task Text_in_latin1_is_stored_alike(string collation)
        => ClassesAsync(p => p.HasColumnType("varchar(60)").Metadata.SetCollation(collation), Latin);

    [Fact]
    public Task Short_and_long_text_are_stored_alike()
        => ClassesAsync("longtext", "a", new string('x', 255), new string('ä', 256), new string('y', 70_000), string.Concat(Enumerable.Repeat("😀'", 20_000)), "");

    [Fact]
    public Task Long_text_is_stored_alike()
        => ClassesAsync("longtext", "short", new string('m', LongLength), new string('\\', LongLength / 2), "é");

    [Fact]
    public Task Text_with_half_a_character_is_stored_alike() => ClassesAsync("longtext", "a\ud83db", "\ude00", "whole");

    [Fact]
    public Task Char_is_stored_alike() => StructsAsync((string?)null, 'a', 'Ж', '\'', '\\', '"', ' ', '\0', '€');

    [Fact]
    [OnEachServer("MySQL has a type for JSON, MariaDB stores text and checks it.")]
    public Task Json_is_stored_alike()
        => ClassesAsync("json", """{"a": "ü\"\\ 😀"}""", "[1, 2.50, null]", "null", "\"text\"", "{}", """{"b":1,"a":[true,false]}""", "12345678901234567890");

    [Fact]
    [OnEachServer("MySQL has a type for JSON, MariaDB stores text and checks it.")]
    public Task Text_that_the_mapping_calls_json_is_stored_alike()
        => ClassesAsync(p => ((IMutableProperty)p.Metadata).SetTypeMapping(new JsonTextMapping()), """{"a": "ü"}""", "[]", "null");

    [Fact]
    public Task Text_in_an_enum_column_is_stored_alike() => ClassesAsync("enum('a','b','ö')", "a", "b", "ö");
}
