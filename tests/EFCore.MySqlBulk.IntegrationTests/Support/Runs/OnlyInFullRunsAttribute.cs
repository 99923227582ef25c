namespace EFCore.MySqlBulk.IntegrationTests.Support.Runs;

/// <summary>Marks a test, or all tests of the class and of those derived from it, that a plain <c>dotnet test</c> leaves out because of its time. <c>MYSQLBULK_FULL=1</c> has it. tests/README.md lists it.</summary>
/// <param name="meanwhile">Which tests of a plain run would find most of what it finds.</param>
[AttributeUsage(AttributeTargets.Class | AttributeTargets.Method)]
public sealed class OnlyInFullRunsAttribute(string meanwhile) : Attribute
{
    /// <summary>Which tests of a plain run would find most of what it finds.</summary>
    public string Meanwhile => meanwhile;
}
